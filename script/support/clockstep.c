// Put before the system's library (LD_PRELOAD), it shows one process another wall clock: so many seconds on as stand in
// the file that CLOCK_STEP_FILE names. Debian's libfaketime does more, and hides the command line from Swift.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    const char *path = clock == CLOCK_REALTIME ? getenv("CLOCK_STEP_FILE") : NULL;
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file) return result;
    long seconds = 0;
    if (fscanf(file, "%ld", &seconds) == 1) time->tv_sec += seconds;
    fclose(file);
    return result;
}
