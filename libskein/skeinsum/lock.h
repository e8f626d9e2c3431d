/* SPDX-License-Identifier: Apache-2.0 */
/* Locks, which are nothing in a build without threads. */
#ifndef SKEINSUM_LOCK_H
#define SKEINSUM_LOCK_H

#if defined(SKEIN_THREADS)
#include <pthread.h>
typedef pthread_mutex_t lock_type;
#define LOCK_FREE PTHREAD_MUTEX_INITIALIZER
static inline void lock_take(lock_type *lock) { pthread_mutex_lock(lock); }
static inline void lock_give(lock_type *lock) { pthread_mutex_unlock(lock); }
#else
typedef int lock_type;
#define LOCK_FREE 0
static inline void lock_take(lock_type *lock) { (void)lock; }
static inline void lock_give(lock_type *lock) { (void)lock; }
#endif

#endif
