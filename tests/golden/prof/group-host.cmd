# the host's time is not the GPU's: left out, unless the kind is a key
records()
{
	echo '{"v":1,"kernel":"k","start":20,"dur":10,"stream":7}'
	echo '{"v":1,"kind":"memset","start":40,"dur":5,"stream":7}'
	echo '{"v":1,"kind":"api","start":10,"dur":100,"api":"cudaLaunchKernel"}'
	echo '{"v":1,"kind":"range","name":"r","start":0,"dur":1000}'
}
records | pp-prof -g device
records | pp-prof -g kind
