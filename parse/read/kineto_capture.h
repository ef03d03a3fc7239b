/*
 * kineto_capture.h - the kernels that stream captures of a PyTorch trace
 * recorded.
 */
#ifndef PARSE_READ_KINETO_CAPTURE_H
#define PARSE_READ_KINETO_CAPTURE_H

struct kineto;

/*
 * kineto_capture(k):
 * Add to k->p a launch for each kernel of each stream capture: those of a
 * capture side by side, in the order in which they were launched, with the
 * capture's number as graph, from 1.  They have a name, the launch call and,
 * where its row tells them, grid and block; they did not run.  A capture that
 * is not whole, or in which a kernel's name is not told, adds nothing;
 * k->p->warnings counts it.  To be called after kineto_join.
 */
void kineto_capture(struct kineto *k);

#endif
