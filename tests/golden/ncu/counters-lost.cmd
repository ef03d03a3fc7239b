# Counters of another run where launches were lost, and of kernels that their namespaces
# or templates tell apart.
call() # CORR
{
	echo "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":$1,\"dur\":1,\"args\":{\"correlation\":$1}},"
}
kernel() # CORR NAME: with its call
{
	call "$1"
	echo "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"$2\",\"pid\":0,\"ts\":$(($1 + 100)),\"dur\":1,\"args\":{\"correlation\":$1,\"device\":0,\"stream\":7}},"
}
row() # NAME N: a row of ncu, whose counter n is N
{
	echo "\"$id\",\"7\",\"$1\",\"0\",\"$2\""
	id=$((id + 1))
}
# joined WHAT ROWS MEASURED [END]: corr and counter of the kernels in order of corr
joined()
{
	echo "$1"
	echo "$1:" >&2
	printf '{"traceEvents":[%s%s' "$(printf '%s' "$2" | sed '$s/,$//')" "${4-]\}}" >t.json
	{ echo '"ID","Process ID","Kernel Name","Device","n"'; printf '%s\n' "$3"; } >n.csv
	pp-parse --counters n.csv t.json 2>err | jq -c '[.corr, .counters.n]' | sort
	grep n.csv err >&2 || :
}
id=0
joined "of three calls the first has lost its kernel; ncu measured two, but which?" \
    "$(call 1) $(kernel 2 k) $(kernel 3 k)" "$(row k 1; row k 2)"
joined "ncu measured three: the numbers differ" \
    "$(call 1) $(kernel 2 k) $(kernel 3 k)" "$(row k 1; row k 2; row k 3)"
joined "the one that is lost is another, as that one lacks one" \
    "$(call 1) $(kernel 2 k) $(kernel 3 k)" "$(row other 9; row k 1; row k 2)"
joined "two are lost, and one is missing" \
    "$(call 1) $(kernel 2 k) $(kernel 3 k) $(call 4)" "$(row other 9; row k 1; row k 2)"
joined "all have the same; one alone has nothing to be compared with" \
    "$(call 1) $(kernel 2 k) $(kernel 3 k) $(kernel 4 l)" "$(row k 1; row k 1; row l 2)"
joined "the trace is cut" "$(kernel 1 k) $(kernel 2 k)" "$(row k 1; row k 2)" ',{"ph":'
joined "a row of ncu's is lost" "$(kernel 1 k) $(kernel 2 k)" \
    "$(row k 1; row k 2; row 'k","' 3)"
joined "namespaces, in another order" \
    "$(kernel 1 'void b::k(int)') $(kernel 2 'void a::k(int)') $(kernel 3 c)" \
    "$(row 'void a::k(int)' 1; row 'void b::k(int)' 2; row c 3)"
joined "templates, as NVIDIA's demangler has them" \
    "$(kernel 1 'void k<4, A<float const*, true>, std::array<char*, 2ul> >(int, float)')
    $(kernel 2 'void k<8, (anonymous namespace)::f(int&)::{lambda(int)#1}, B<void (*)(), &(g(int))> >(int)')" \
    "$(row 'void k<(int)8, <unnamed>::f(int &)::[lambda(int) (instance 1)], B<void (*)(), &g>>(T1)' 1
    row 'void k<(int)4, A<const float *, (bool)1>, std::array<char *, (unsigned long)2>>(int, T2)' 2)"
joined "names that do not agree" "$(kernel 1 'void k<float>(int)')" "$(row 'void k<double>(int)' 1)"
joined "ncu has the last parts alone: the order counts" \
    "$(kernel 1 'void b::k<float>(int)') $(kernel 2 'void a::k<int>(int)')" "$(row k 1; row k 2)"
