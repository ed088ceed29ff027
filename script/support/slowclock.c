// Put before the system's library (LD_PRELOAD), it shows a process that valgrind makes fifty times as slow the clocks of
// one that is not: what a server does by the time that something took stays as it is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static const long long slowness = 64;

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    static long long start[16];
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    if (result || clock == CLOCK_REALTIME || clock < 0 || clock >= 16) return result;
    long long now = time->tv_sec * 1000000000LL + time->tv_nsec;
    if (!start[clock]) start[clock] = now;
    now = start[clock] + (now - start[clock]) / slowness;
    time->tv_sec = now / 1000000000LL;
    time->tv_nsec = now % 1000000000LL;
    return result;
}
