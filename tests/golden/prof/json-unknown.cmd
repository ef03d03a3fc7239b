# Unknown is null, what does not apply is left out, beyond 2^53 is a string.
cat >rec <<'END'
{"v":1,"kernel":"k \"q\"\n","dur":5,"corr":"9007199254740993","pid":9007199254740992}
END
pp-prof --json -c idx,corr,pid,layer,kernel,grid,tid,idx rec
