# Kernels of a graph: the replay's range is a range; the calls are those of the
# capture, followed through the copy that instantiation makes. Two replays are
# two units of each call: every mm kernel is alone in its unit, and its main.
mv "$(db nsys)" x.db
pp-parse x.db 2>/dev/null | sed -n 3,6p | jq -c '[.graph, .corr, .api, .range, .layer, .seq, .sub, .nsub, .main, .op]'
# 2*2*3*4 = 48 FLOPs for each of the two replays, and no number for relu
pp-parse x.db 2>/dev/null | pp-prof --no-header -c op,flops,sub | sed -n 3,6p
