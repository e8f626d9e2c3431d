/* SPDX-License-Identifier: Apache-2.0 */
/* A queue of jobs that several threads do at once, and whose results come in the order of the jobs. */
#ifndef SKEINSUM_QUEUE_H
#define SKEINSUM_QUEUE_H

#include "batch.h"

struct queue;

/* `finish` gets each job that is done, in order, in the thread that adds jobs, and is the last to see it. */
struct queue *queue_begin(const struct options *options, void (*finish)(void *context, struct job *job), void *context);

/* The next job, to be described: all of it is 0. Waits if too many are under way. */
struct job *queue_next(struct queue *queue);

/* Let the described job be done. */
void queue_add(struct queue *queue);

/* Wait for all jobs that were added. */
void queue_drain(struct queue *queue);

/* The same, and end the queue. */
void queue_end(struct queue *queue);

#endif
