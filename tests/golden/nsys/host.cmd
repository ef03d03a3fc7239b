# The host's rows; times count from 800. 'step 1' is the whole process's and has
# no thread; both processes' calls have id 77; the mark lies in step and call.
# The rank is no process's own here.
mv "$(db nsys)" x.db
pp-parse -k host x.db
