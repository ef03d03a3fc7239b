# ONNX Runtime's gather_op_profile, from a training under nvprof.  By hand: times
# count from 1000, the first event; launch 2 ran before launch 1, and comes second;
# launch 4 is of no node, 7 of no pass.
#   forward 0   Gemm.0()      1: 200 to 260   2: 100 to 150
#               Relu.1(..)    3: 300 to 310
#   backward 0  ReluGrad.2(.) 5: 700 to 720
#               Gemm.3(dW)    6: 800 to 900
#   forward 1   Gemm.0()      8: 2200 to 2261   Relu.1(..)  9: 2300 to 2311
#   backward 1  ReluGrad.2(.) 10: 2700 to 2721  Gemm.3(dW) 11: 2800 to 2901
pp-parse "$(db ort)" | pp-prof --tree phase,op
# with the profile's record the times are the database's
pp-parse -k kernel,profile ort.sqlite | pp-prof --tree phase,op 2>/dev/null |
    jq -c '.backward[1]["Gemm.3(dW)"]'
pp-parse ort.sqlite | pp-prof -c phase,pass,op,dir,sil
pp-parse ort.sqlite | pp-prof -g phase,op
