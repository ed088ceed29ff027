// What Glibc's module leaves out: epoll, timers, and the cores that a thread may run on.
#pragma once
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

/// A bit for each core, in bytes.
static inline long get_cores(void *bits, size_t size) { return syscall(SYS_sched_getaffinity, 0, size, bits); }
static inline long set_cores(const void *bits, size_t size) { return syscall(SYS_sched_setaffinity, 0, size, bits); }
