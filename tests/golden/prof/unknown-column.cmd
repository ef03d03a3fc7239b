pp-prof -c idx,flop </dev/null
