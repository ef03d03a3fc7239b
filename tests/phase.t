# shellcheck shell=sh
# phase.t - how much of a run is forward, backward and update.
#
# The numbers of the shared profiles were counted from their rows, not by
# pp-parse.
. "$SRC/tests/lib.sh"

# --- LeNet: PyProf's marks on torch 1.4, no range names a phase -----------------

# One batch.  The thread of autograd runs the backward; the last 10 calls pass
# through torch/optim/sgd.py.
pp-parse "$(db examples/lenet)" >lenet.rec
is "lenet: kernels and ns of each phase" \
    "$(pp-prof --no-header -g phase -c phase,count,total lenet.rec)" \
    "backward 32 158314
forward 20 78587
update 10 14815"
# 32 + 20 + 10 = 62
is "lenet: all have a direction" \
    "$(jq -r '[.dir, .phase] | join(" ")' lenet.rec | sort | uniq -c | awk '{ $1 = $1; print }')" \
    "32 bprop backward
20 fprop forward
10 fprop update"
is "lenet: the tree has all of them" \
    "$(pp-prof --tree phase,op lenet.rec | jq -c '[.forward, .backward, .update | [.[][][]] | length]')" \
    "[20,32,10]"

have_shared data/kineto || {
	skip "phases of ../shared" "no $PP_SHARED/data/kineto"
	done_testing
}
D=$PP_SHARED/data

# phases FILE FORWARD BACKWARD UPDATE NONE: so many kernels of the file are of
# each; all of the backward are bprop, what is of none is no bprop.
phases()
{
	status pp-parse "$D/$1"
	jq -r '[.phase // "none", .dir // "na"] | join(" ")' out >got
	is "${1##*/}: forward, backward, update, none" \
	    "$(for p in forward backward update none; do grep -c "^$p " got; done | tr '\n' ' ')" \
	    "$2 $3 $4 $5 "
	is "${1##*/}: no bprop in another phase" "$(grep -v '^backward' got | grep -c bprop)" 0
}

phases kineto/pytorch-kineto-samples_c-worker0.1623143089861.pt.trace.json.gz 1680 3228 3864 0
# no sequence numbers, so no call has a node: the steps tell when a forward begins
phases kineto/pytorch-kineto-samples_b-worker0.pt.trace.json.gz 1698 3240 3864 736
# the loss is computed in the user's "## backward ##"
phases kineto/facebookresearch-HolisticTraceAnalysis-nccl_data.json.gz 879 1794 27 0
is "nccl_data: 15 kernels of the forward in the range of the backward" \
    "$(grep -c '^backward fprop' got)" 15
phases kineto/AMD-AGI-TraceLens-mi300-resnet_act_checkpoint.json.gz 651 1584 3 757
is "resnet_act_checkpoint: the 462 that run again are backward" \
    "$(jq -r 'select(.recomp) | .phase' out | sort | uniq -c | tr -d ' ')" 462backward
phases pyprof-fixtures/nvprof_t15.sqlite 76 60 80 4
phases pyprof-fixtures/nsys_t15.sqlite 76 60 80 4
# 48: gradients are clipped, and the user's own update is no optimizer of torch's
phases nvprof/josiahdavis-profiling-lm-net.sql 46 66 0 48
done_testing
