"""A dot product of two members that stand behind 700 others, as flang -O2 writes it. (flang itself would add 50 MB that
describe the type.)"""
print("!t = !fir.type<_QMwideTt{" + ",".join(f"f{field}:f64" for field in range(700)) +
      ",x:!fir.array<100xf64>,y:!fir.array<100xf64>}>")
print("""module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = ""} {
func.func @_QMwidePdot(%p: !fir.ref<!t> {fir.bindc_name = "p"}) -> f64 {
  %c100 = arith.constant 100 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %scope = fir.dummy_scope : !fir.dscope
  %record = fir.declare %p dummy_scope %scope arg 1 {uniq_name = "_QMwideFdotEp"} : (!fir.ref<!t>, !fir.dscope) -> !fir.ref<!t>
  %slot = fir.alloca f64 {bindc_name = "s", uniq_name = "_QMwideFdotEs"}
  %s = fir.declare %slot {uniq_name = "_QMwideFdotEs"} : (!fir.ref<f64>) -> !fir.ref<f64>
  fir.store %zero to %s : !fir.ref<f64>
  fir.do_loop %i = %c1 to %c100 step %c1 {
    %sum = fir.load %s : !fir.ref<f64>
    %shape = fir.shape %c100 : (index) -> !fir.shape<1>
    %xs = fir.coordinate_of %record, x : (!fir.ref<!t>) -> !fir.ref<!fir.array<100xf64>>
    %xi = fir.array_coor %xs(%shape) %i : (!fir.ref<!fir.array<100xf64>>, !fir.shape<1>, index) -> !fir.ref<f64>
    %x = fir.load %xi : !fir.ref<f64>
    %ys = fir.coordinate_of %record, y : (!fir.ref<!t>) -> !fir.ref<!fir.array<100xf64>>
    %yi = fir.array_coor %ys(%shape) %i : (!fir.ref<!fir.array<100xf64>>, !fir.shape<1>, index) -> !fir.ref<f64>
    %y = fir.load %yi : !fir.ref<f64>
    %product = arith.mulf %x, %y fastmath<contract> : f64
    %next = arith.addf %sum, %product fastmath<contract> : f64
    fir.store %next to %s : !fir.ref<f64>
  }
  %result = fir.load %s : !fir.ref<f64>
  return %result : f64
}
}""")
