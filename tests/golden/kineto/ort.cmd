# ONNX Runtime's profile: an array, shapes as six texts, no ids.  Time 0 is the
# session's; a kernel on a process's own thread that tells no node has none.
cat >t.json <<'END'
[{"cat":"Session","pid":3,"tid":3,"dur":9,"ts":1,"ph":"X","name":"model_loading_uri","args":{}},
{"cat":"Node","pid":3,"tid":3,"dur":60,"ts":90,"ph":"X","name":"Conv_0_kernel_time","args":{"op_name":"Conv","provider":"CUDAExecutionProvider"}},
{"cat":"Kernel","pid":3,"tid":3,"dur":41,"ts":100,"ph":"X","name":"implicit_convolve_sgemm","args":{"stream":"7","grid_x":"4","grid_y":"2","grid_z":"1","block_x":"128","block_y":"1","block_z":"1"}}]
END
pp-parse t.json
