# What the ranges of each framework become: phase, step, direction, collective,
# ranges, modules, calls.  Start/end ranges of another thread enclose; a text in
# TensorRT's domain is a layer, the same text of a user's is not.
pp-parse "$(db frameworks)" | jq -c '[.kernel, .phase, .step, .dir, .recomp, .comm, .range, .module, [.op[]? | .op]]'
# TensorFlow's bfloat32 is bfloat16; modules of vLLM have the shapes of their inputs
pp-parse "$(db frameworks)" | jq -c 'select(.op[0].args) | .op'
