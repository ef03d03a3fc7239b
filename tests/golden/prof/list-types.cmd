# Tensors of a list have no types in a trace: the kernel's name tells them.
t() { printf '{"type":"tensor","shape":[%s]}' "$1"; }
rec() # name, op, arguments
{
	printf '{"v":1,"name":"void at::native::%s(x)","main":true,"op":[{"op":"aten::%s","args":[%s]}]}\n' "$1" "$2" "$3"
}
two="{\"type\":\"list\",\"value\":[$(t 6,5),$(t 2,5)]}"
alike="{\"type\":\"list\",\"value\":[$(t 4,5),$(t 4,5)]}"
dim='{"type":"int","value":0}'
n=0
while [ $n -lt 40 ]; do n=$((n + 1)); many=${many:+$many,}$(t 3); done
many="{\"type\":\"list\",\"value\":[$many]}"
{
# 40 elements read and written: 2 bytes of nobody knows what, of int64 8
rec 'CatArrayBatchedCopy_aligned16_contig<at::native::OpaqueType<2u>, unsigned int, 1, 128, 1>' cat "$two,$dim"
rec 'CatArrayBatchedCopy<long, unsigned int, 2, 128, 1>' cat "$two,$dim"
rec 'CatArrayBatchedCopy<unsigned char, unsigned int, 2, 128, 1>' stack "$alike,$dim"
# a type that was recorded holds
rec 'CatArrayBatchedCopy<long, unsigned int, 2, 128, 1>' cat \
	'{"type":"list","value":[{"type":"tensor","shape":[40],"dtype":"float16"}]}'
# bfloat16 in place, whatever it calculates in: 2 * 40 * 3 * 2
rec 'multi_tensor_apply_kernel<TensorListMetadata<1>, BinaryOpScalarFunctor<c10::BFloat16, 1, 1, 0>, std::multiplies<float>, float>' _foreach_mul_ "$many,"'{"type":"float","value":0.9}'
# float32 written and bfloat16 read: 120 * (4 + 2)
rec 'multi_tensor_apply_kernel<TensorListMetadata<2>, CopyFunctor<float, c10::BFloat16, 2, 1, 1>, Copy<float, c10::BFloat16> >' _foreach_copy_ "$many,$many"
# the same tensors one by one, as emit_nvtx has them
rec 'CatArrayBatchedCopy<c10::Half, unsigned int, 2, 128, 1>' cat "$(t 6,5),$(t 2,5),"'{"type":"unknown"}'
# a name that tells nothing
rec 'copy_kernel' cat "$two,$dim"
} >rec
pp-prof --csv -c call,bytes,dtype,why rec
