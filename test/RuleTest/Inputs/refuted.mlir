func.func @f(%t: tensor<10x4xf32>) {
  %n = arith.constant 4 : index
  rule_test.split %t by %n : tensor<10x4xf32>
  return
}
