# chainer_profutil: two iterations; the phases' kernels by function.  The update
# is of no function: the range's name stands for one.  By hand, of 654 ns:
# backward LinearFunction 100 + 100 + 90 + 100 = 390, forward 100 + 110 = 210,
# _ * 0.5 10 + 10 each way, update 7 + 7.
pp-parse "$(db chainer)" >rec
pp-prof -c phase,op,kernel,sil rec
pp-prof --csv -g phase,op rec
pp-prof --tree phase,op rec | jq -c 'map_values(map(map_values(map(.name))))'
