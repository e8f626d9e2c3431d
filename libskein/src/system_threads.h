/* SPDX-License-Identifier: Apache-2.0 */
/* What threads.c needs of the system: threads with a stack of a given size, a lock, conditions. */
#ifndef SKEIN_SYSTEM_THREADS_H
#define SKEIN_SYSTEM_THREADS_H

#include <stddef.h>

#if defined(_WIN32)
#include <windows.h>

typedef HANDLE thread_type;
typedef SRWLOCK lock_type;
typedef CONDITION_VARIABLE condition_type;
typedef DWORD process_type;

#define THREAD_FUNCTION(name, argument) static DWORD WINAPI name(void *argument)
#define THREAD_RESULT 0
typedef LPTHREAD_START_ROUTINE thread_function;

static inline long processors(void) {
  SYSTEM_INFO system;
  GetSystemInfo(&system);
  return (long)system.dwNumberOfProcessors;
}

static inline process_type this_process(void) { return GetCurrentProcessId(); }

/* Start threads until there are `most`, or the system gives no more; how many. */
static inline size_t start_threads(thread_type *threads, size_t most, size_t stack, thread_function function,
                                   void *argument) {
  size_t started = 0;
  while (started < most && (threads[started] = CreateThread(NULL, stack, function, argument,
                                                            STACK_SIZE_PARAM_IS_A_RESERVATION, NULL)) != NULL)
    started++;
  return started;
}

static inline void join_thread(thread_type thread) {
  WaitForSingleObject(thread, INFINITE);
  CloseHandle(thread);
}

static inline void lock_begin(lock_type *lock) { InitializeSRWLock(lock); }
static inline void lock_end(lock_type *lock) { (void)lock; }
static inline void lock_take(lock_type *lock) { AcquireSRWLockExclusive(lock); }
static inline void lock_give(lock_type *lock) { ReleaseSRWLockExclusive(lock); }
static inline void condition_begin(condition_type *condition) { InitializeConditionVariable(condition); }
static inline void condition_end(condition_type *condition) { (void)condition; }
static inline void condition_wait(condition_type *condition, lock_type *lock) {
  SleepConditionVariableSRW(condition, lock, INFINITE, 0);
}
static inline void condition_wake_one(condition_type *condition) { WakeConditionVariable(condition); }
static inline void condition_wake_all(condition_type *condition) { WakeAllConditionVariable(condition); }

#else
#include <pthread.h>
#include <unistd.h>

typedef pthread_t thread_type;
typedef pthread_mutex_t lock_type;
typedef pthread_cond_t condition_type;
typedef pid_t process_type;

#define THREAD_FUNCTION(name, argument) static void *name(void *argument)
#define THREAD_RESULT NULL
typedef void *(*thread_function)(void *argument);

static inline long processors(void) { return sysconf(_SC_NPROCESSORS_ONLN); }
static inline process_type this_process(void) { return getpid(); }

static inline size_t start_threads(thread_type *threads, size_t most, size_t stack, thread_function function,
                                   void *argument) {
  pthread_attr_t attributes;
  size_t started = 0;
  if (most == 0 || pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_setstacksize(&attributes, stack);
  while (started < most && pthread_create(&threads[started], &attributes, function, argument) == 0) started++;
  pthread_attr_destroy(&attributes);
  return started;
}

static inline void join_thread(thread_type thread) { pthread_join(thread, NULL); }

static inline void lock_begin(lock_type *lock) { pthread_mutex_init(lock, NULL); }
static inline void lock_end(lock_type *lock) { pthread_mutex_destroy(lock); }
static inline void lock_take(lock_type *lock) { pthread_mutex_lock(lock); }
static inline void lock_give(lock_type *lock) { pthread_mutex_unlock(lock); }
static inline void condition_begin(condition_type *condition) { pthread_cond_init(condition, NULL); }
static inline void condition_end(condition_type *condition) { pthread_cond_destroy(condition); }
static inline void condition_wait(condition_type *condition, lock_type *lock) { pthread_cond_wait(condition, lock); }
static inline void condition_wake_one(condition_type *condition) { pthread_cond_signal(condition); }
static inline void condition_wake_all(condition_type *condition) { pthread_cond_broadcast(condition); }

#endif

#endif
