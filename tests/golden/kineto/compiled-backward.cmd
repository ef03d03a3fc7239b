# The node of a compiled region holds the backwards of several convolutions: each
# has a dgrad and a wgrad of its own.
#	x [8,16,14,14], w [32,16,3,3], dy [8,32,14,14]: 2*8*32*14*14*16*9 = 14450688 a product
#	x [8,32,14,14], w [16,32,1,1], dy [8,16,14,14]: 2*8*16*14*14*32 = 1605632
conv()
{
	printf '{"ph":"X","cat":"cpu_op","name":"aten::convolution_backward","pid":1,"tid":2,"ts":%d,"dur":30,"args":{
	 "Input Dims":[[8,%d,14,14],[8,%d,14,14],[%d,%d,%d,%d],[],[],[],[],[],[],[],[]],
	 "Input type":["float","float","float","ScalarList","ScalarList","ScalarList","ScalarList","Scalar","ScalarList","Scalar",""],
	 "Concrete Inputs":["","","","[0]","[1, 1]","[%d, %d]","[1, 1]","False","[0, 0]","1","[True, True, False]"]}},\n' "$@"
}
kernel()
{
	printf '{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":%d,"dur":1,"args":{"correlation":%d}},
	{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%d,"dur":%d,"args":{"device":0,"stream":7,"correlation":%d}}' \
	    "$1" "$1" "$2" "$(($1 + 500))" "$3" "$1"
}
{
	echo '{"traceEvents":['
	echo '{"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: CompiledFunctionBackward","pid":1,"tid":2,"ts":90,"dur":200,"args":{}},'
	echo '{"ph":"X","cat":"cpu_op","name":"CompiledFunctionBackward","pid":1,"tid":2,"ts":95,"dur":190,"args":{}},'
	conv 100 32 16 32 16 3 3 1 1
	kernel 110 cudnn_dgrad_engine 9
	echo ,
	kernel 120 cudnn_wgrad_engine 8
	echo ,
	conv 200 16 32 16 32 1 1 0 0
	kernel 210 cudnn_dgrad_engine 7
	echo ,
	kernel 220 cudnn_wgrad_engine 6
	echo ']}'
} >t.json
pp-parse t.json >rec
jq -c '[.role, .main, .sub, .nsub]' rec
pp-prof -c sil,flops,fconf rec
