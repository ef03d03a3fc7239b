pp-prof --view roof </dev/null || echo $?
pp-prof --view roofline -c call,tim </dev/null || echo $?
pp-prof --view roofline -c idx </dev/null
