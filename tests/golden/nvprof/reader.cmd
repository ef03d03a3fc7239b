# By start: the second kernel first. Time 0 is the memset's 900, though no
# memset is asked for. Thread 0xFFFFFFFE is stored as -2. The runtime's call
# wins over the driver's; cbid 9999 has no name. Range 2 has no end and encloses
# what came after 1160 on its thread; range 4 has no text; range 7 is inverted.
db=$(db nvprof)
pp-parse "$db"
