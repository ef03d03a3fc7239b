# shellcheck shell=sh
# cluster.t - the recipes of examples/cluster, on GNU parallel and on a Slurm of one
# node: eight ranks, one of which is cut.  make check-cluster runs it.
. "$SRC/tests/lib.sh"
recipes=$SRC/examples/cluster

# Eight ranks of one step each; number 6 ends in the middle
python3 - "$SRC/examples/bert.json" 8 <<'END'
import json, sys
trace = json.load(open(sys.argv[1]))
for rank in range(int(sys.argv[2])):
    trace['distributedInfo'] = {'rank': rank, 'world_size': int(sys.argv[2])}
    json.dump(trace, open("it's rank%d.json" % rank, 'w'))
END
# The last line of the list has no LF, and its rank counts all the same
printf %s "$(ls ./*rank?.json)" >list
cut="it's rank5.json"
mv "$cut" whole
half()
{
	head -c $(($(wc -c <whole) / 2)) whole >"$cut"
}
why="./$cut: pp-parse: ./$cut: the file ends inside an event: is it whole?"
table='-g op,dir --csv'
for f in ./*rank?.json; do # without the one that is to be cut
	pp-parse -H "$f"
done >seven
pp-parse -H whole | sed "s/\"whole\"/\"rank5\"/" | cat seven - >eight
# shellcheck disable=SC2086 # words are meant, here and below
pp-prof $table --where 'op!=x'"'"'y' seven >seven.csv
# shellcheck disable=SC2086
pp-prof $table eight >eight.csv

if parallel --version 2>/dev/null | grep -q GNU; then
	half
	# shellcheck disable=SC2086
	status env PARALLEL=-j2 "$recipes/parallel.sh" list by-parallel file,op,dir $table
	is "parallel: one rank of eight is cut: status" "$rc" 1
	same "the table is that of seven" out seven.csv
	is "what is said" "$(cat err)" "rank 6 failed: $why
rank 6 is missing: $why
7 of 8 ranks"
	cp whole "$cut"
	echo kept >by-parallel/2.err
	# shellcheck disable=SC2086
	status env PARALLEL=-j2 "$recipes/parallel.sh" list by-parallel file,op,dir $table
	is "again, with that rank whole: status" "$rc $(cat err)" "0 8 of 8 ranks"
	same "the table is that of eight" out eight.csv
	is "what was there was not made again" "$(cat by-parallel/2.err)" kept
	is "nothing is left behind" "$(find by-parallel -name '*.tmp' -o -name '*.lost')" ""
else
	skip "ranks with GNU parallel" "no GNU parallel, and it could not be installed"
fi

PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch; do
	command -v "$program" >/dev/null || {
		skip "ranks with Slurm" "no $program, and it could not be installed"
		done_testing
	}
done

# A cluster of this machine: its own folder, key and ports, on the loopback device
dir=$PWD/slurm
host=$(uname -n | cut -d . -f 1)
port=$((20000 + $$ % 20000))
SLURM_CONF=$dir/slurm.conf
export SLURM_CONF
mkdir -p "$dir/state" "$dir/spool"
cat >"$SLURM_CONF" <<END
ClusterName=pp
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
CommunicationParameters=NoCtldInAddrAny
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$dir/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END

# within SECONDS COMMAND ...: wait until it succeeds; the clock only ends what hangs
within()
{
	seconds=$1
	shift
	while [ "$seconds" -gt 0 ] && ! "$@" 2>/dev/null; do
		sleep 1
		seconds=$((seconds - 1))
	done
	[ "$seconds" -gt 0 ]
}

gone()
{
	! kill -0 "$1"
}

# Each by its own pid file, the key's daemon last
stop()
{
	for daemon in slurmd slurmctld munged; do
		pid=$(cat "$dir/$daemon.pid" 2>/dev/null) || continue
		kill "$pid" 2>/dev/null
		within 20 gone "$pid" || kill -9 "$pid"
	done
}
trap stop EXIT

is_idle()
{
	sinfo -h -o %t | grep -qx idle
}

is_done()
{
	queue=$(squeue -h) && [ -z "$queue" ]
}

head -c 1024 /dev/urandom >"$dir/munge.key"
chmod 400 "$dir/munge.key"
munged --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" \
    --pid-file="$dir/munged.pid" --log-file="$dir/munged.log" \
    --seed-file="$dir/munged.seed" 2>>"$dir/start"
slurmctld -f "$SLURM_CONF" 2>>"$dir/start"
slurmd -f "$SLURM_CONF" 2>>"$dir/start"
within 60 is_idle || {
	point "not ok" "Slurm starts"
	cat "$dir/start" "$dir"/*.log | diag
	done_testing
}

half
# shellcheck disable=SC2086
status "$recipes/slurm.sh" list by-slurm file,op,dir $table --where 'op!=x'"'"'y'
is "Slurm takes the jobs" "$rc $(cat err)" "0 "
check "they end" within 120 is_done
is "one rank of eight is cut: what is said" "$(cat by-slurm/log)" "rank 6 is missing: $why
7 of 8 ranks"
is "its task has it, too" "$(cat by-slurm/map-5.log)" "rank 6 failed: $why"
same "the table is that of seven" by-slurm/table seven.csv
cp whole "$cut"
rm by-slurm/map-*.log by-slurm/log
# shellcheck disable=SC2086
status env PER=3 "$recipes/slurm.sh" list by-slurm file,op,dir $table
check "again, with that rank whole, three ranks a task: they end" within 120 is_done
is "all are there" "$(cat by-slurm/log)" "8 of 8 ranks"
is "of the tasks only that of the rank ran" "$(ls by-slurm/map-*)" "by-slurm/map-1.log"
same "the table is that of eight" by-slurm/table eight.csv
# shellcheck disable=SC2086
status "$recipes/slurm.sh" list by-slurm file,op,dir $table
check "with nothing to do: it ends" within 120 is_done
same "the table is the same" by-slurm/table eight.csv
done_testing
