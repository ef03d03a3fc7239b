# Output of ncu without kernels: a message says what ncu said, status 0.
try()
{
	echo "--- $1"
	printf '%b' "$2" >"$1"
	pp-parse ${3-} "$1" || echo "status $?"
}
header='"ID","Process ID","Kernel Name","Metric Name","Metric Unit"'
try error '==ERROR== Option --section x did not match.\n==ERROR== Use --list-sections.\n'
try warning '==PROF== Connected\n==WARNING== one\n==WARNING== No kernels were profiled.\n'
try said-nothing '==PROF== Connected\n==PROF== Disconnected\n'
try header-only "$header,\"Metric Value\"\n"
try summary "$header,\"Minimum\",\"Maximum\"\n\"0\",\"1\",\"k\",\"m\",\"\",\"1\",\"2\"\n"
try none 'hello, world\n' '-f ncu'
try text 'hello, world\n'
try binary '\000\001\002,"' '-f ncu'
: >nothing
pp-parse -f ncu nothing || echo "status $?"
db=$(db nvprof)
pp-parse -f ncu "$db" || echo "status $?"
# an error beside kernels is said; without kernels wanted nothing is printed
printf '"ID","Process ID","Kernel Name","a"\n"0","1","k","1"\n==ERROR== LaunchFailed\n' >some
pp-parse some
pp-parse -k memcpy,sync some
# as PowerShell redirects it
printf '"ID","Kernel Name"\n' | iconv -f UTF-8 -t UTF-16 >utf16.csv
pp-parse utf16.csv || echo "status $?"
printf '"ID","Kernel Name"\n' | gzip >ncu.csv.gz
pp-parse -f ncu ncu.csv.gz || echo "status $?"
pp-parse ncu.csv.gz || echo "status $?"
