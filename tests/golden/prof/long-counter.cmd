# A key of any length is compared with a misspelled column.
long=ctr:$(printf '%0200d' 7)
pp-prof -g "$long" -c totl </dev/null
