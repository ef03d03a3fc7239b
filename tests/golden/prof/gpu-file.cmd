# A device from a file, and what is wrong in one, with line and column.
# 80 multiprocessors at 1.53 GHz with 128 operations a clock: 15.667 TFLOP/s.
printf '{"kernel":"volta_sgemm_nn","dur":1000,"main":true,"v":1,"op":[{"op":"aten::mm","args":[{"type":"tensor","shape":[64,64],"dtype":"float32"},{"type":"tensor","shape":[64,64],"dtype":"float32"}]}]}\n' >rec
printf '{"name": "mine", "cc": "7.0", "peaks": {"fp32": 12.5}}\n' >ok.json
printf '{"cc": "7.0", "sms": 80,\n "clock_khz": 1530000}\n' >clock.json
printf '{"cc": "7.0",\n  "clock": 1530}\n' >key.json
printf '{"cc": 7.0}\n' >type.json
printf '{"cc": "7.0",\n "peaks": {"fp32": 1, "fp17": 1}}\n' >peak.json
printf '{"cc": "7.0",\n "sms" 80}\n' >syntax.json
# a mark of the byte order, as Windows writes it, is no part of the text
printf '\357\273\277{"cc": "7.0", "peaks": {"fp32": 12.5}}' >bom.json
printf '\357\273\277{"cc": 7.0}\n' >bom-type.json
# 65535 bytes are read, and no more
printf '{"cc": "7.0"}%*s' 65522 '' >longest.json
printf '{"cc": "7.0"}%*s' 65523 '' >long.json
pp-prof --gpu ok.json --csv -c tc,peak rec
pp-prof --gpu longest.json --csv -c tc,peak rec
pp-prof --gpu bom.json --csv -c tc,peak rec
pp-prof --gpu ok.json --peak fp32=9 --csv -c peak rec
pp-prof --gpu clock.json --csv -c peak rec
for f in key type bom-type peak syntax none long; do pp-prof --gpu $f.json rec || echo $?; done
pp-prof --list-gpus | grep -e DGXS -e '^name' -e L20 -e MI308X
