func.func private @called() { return }
func.func @calls() {
  func.call @called() : () -> ()
  return
}
