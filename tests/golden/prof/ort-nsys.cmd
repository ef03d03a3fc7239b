# The same of an inference under Nsight Systems: start/end ranges, two passes of
# one text, a node that runs twice.  Times count from 500.
#   forward 0   Conv.12(Conv_12)  1000 to 1100
#               Add.13()          1100 to 1110, 1110 to 1120
#   forward 1   Conv.12(Conv_12)  2000 to 2101   Add.13()  2101 to 2112
pp-parse "$(db ort-nsys)" | pp-prof --tree phase,op |
    jq -c '.backward, (.forward[] | to_entries[] | [.key, .value[]])'
