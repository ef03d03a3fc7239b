# One line that helps, status 2.
pp-prof --gpu v100- </dev/null || echo $?
pp-prof --gpu 'RTX 4090 Ti' </dev/null || echo $?
pp-prof --peak fp32=15,bf15=2 </dev/null || echo $?
pp-prof --peak fp32=fast </dev/null
