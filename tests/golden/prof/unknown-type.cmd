# One line for all kernels of a file whose types no table has.  mm (2,3) x (3,4):
# 2*2*3*4 = 48 FLOPs.
cat >rec <<END
{"v":1,"kernel":"k","class":"gemm","dur":5,"main":true,"op":[{"mod":"torch","op":"mm","args":[{"type":"tensor","shape":[2,3],"dtype":"weird7"},{"type":"tensor","shape":[3,4],"dtype":"weird7"}]}]}
{"v":1,"kernel":"k","class":"gemm","dur":5,"main":true,"op":[{"mod":"torch","op":"mm","args":[{"type":"tensor","shape":[2,3],"dtype":"odd"},{"type":"tensor","shape":[3,4],"dtype":"odd"}]}]}
{"v":1,"kernel":"k","class":"gemm","dur":5,"main":true,"op":[{"op":"aten::mm","args":[{"type":"tensor","shape":[2,3]},{"type":"tensor","shape":[3,4]}]}]}
END
pp-prof -c flops,bytes,params rec
