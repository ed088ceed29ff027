/* Preloaded into the server under test. It fails, delays and counts syncs, fails writes, moves the clock,
   and keeps an undo log of writes that were not synced, from which the judge makes a loss of power.
   JUDGE_SHIM_CONTROL names the control file, JUDGE_SHIM_DATA the data file of the server. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct control {
    int64_t clock_offset_ns; /* added to the time of day */
    int32_t sync_errno;      /* syncs fail with it */
    int32_t write_errno;     /* writes and truncations fail with it */
    int32_t sync_delay_ms;   /* each sync takes longer by it */
    int32_t journal;         /* keep the undo log */
    int64_t syncs, writes;   /* counters */
    int32_t lies;            /* syncs do nothing and succeed: for the check of the judge itself */
};

#define KINDS 3
static volatile struct control *control;
static struct control nothing;
static char data[4096], undo[KINDS][4200];
static signed char kinds[65536]; /* kind + 1 of each descriptor */
static int undos[KINDS] = {-1, -1, -1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("JUDGE_SHIM_CONTROL"), *file = getenv("JUDGE_SHIM_DATA");
    control = &nothing;
    if (!path) return;
    int descriptor = REAL(open)(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (page != MAP_FAILED) control = page;
    REAL(close)(descriptor);
    if (file) snprintf(data, sizeof data, "%s", file);
    for (int kind = 0; kind < KINDS; kind++) snprintf(undo[kind], sizeof undo[kind], "%s.undo%d", path, kind);
}

static int kind_of(const char *path) {
    size_t size = strlen(data);
    if (!size || !path || strncmp(path, data, size)) return -1;
    if (!path[size]) return 0;
    if (!strcmp(path + size, "-wal")) return 1;
    if (!strcmp(path + size, "-journal")) return 2;
    return -1;
}

static int mark(int descriptor, const char *path) {
    if (descriptor >= 0 && descriptor < 65536) kinds[descriptor] = (signed char)(kind_of(path) + 1);
    return descriptor;
}

static int kind_at(int descriptor) {
    return descriptor >= 0 && descriptor < 65536 ? kinds[descriptor] - 1 : -1;
}

/* Appends to the undo log what a change from `offset` on overwrites. */
static void remember(int descriptor, int kind, int64_t offset, int64_t length) {
    struct stat now;
    if (!control->journal || fstat(descriptor, &now)) return;
    if (undos[kind] < 0) undos[kind] = REAL(open)(undo[kind], O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int64_t there = now.st_size - offset;
    if (there < 0) there = 0;
    if (there > length) there = length;
    int64_t head[3] = {now.st_size, offset, there};
    char *old = malloc(there ? (size_t)there : 1);
    if (!old) abort();
    if (there && pread(descriptor, old, (size_t)there, offset) != there) abort();
    struct iovec parts[2] = {{head, sizeof head}, {old, (size_t)there}};
    if (writev(undos[kind], parts, 2) != (ssize_t)(sizeof head + (size_t)there)) abort();
    free(old);
}

#define OPEN(name)                                                       \
    int name(const char *path, int flags, ...) {                        \
        va_list rest; va_start(rest, flags);                             \
        int mode = va_arg(rest, int); va_end(rest);                      \
        return mark(((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name))(path, flags, mode), path); \
    }
OPEN(open)
OPEN(open64)
#define OPENAT(name)                                                     \
    int name(int folder, const char *path, int flags, ...) {            \
        va_list rest; va_start(rest, flags);                             \
        int mode = va_arg(rest, int); va_end(rest);                      \
        return mark(((int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name))(folder, path, flags, mode), path); \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int descriptor) {
    static int (*real)(int);
    if (!real) real = REAL(close);
    if (descriptor >= 0 && descriptor < 65536) kinds[descriptor] = 0;
    return real(descriptor);
}

#define CHANGE(descriptor, offset, length, call)                         \
    int kind = kind_at(descriptor);                                      \
    if (kind < 0) return call;                                           \
    if (control->write_errno) { errno = control->write_errno; return -1; } \
    pthread_mutex_lock(&lock);                                           \
    control->writes++;                                                   \
    remember(descriptor, kind, offset, length);                          \
    __typeof__(call) done = call;                                        \
    pthread_mutex_unlock(&lock);                                         \
    return done;

ssize_t pwrite(int d, const void *bytes, size_t size, off_t at) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = REAL(pwrite);
    CHANGE(d, at, (int64_t)size, real(d, bytes, size, at))
}
ssize_t pwrite64(int d, const void *bytes, size_t size, off64_t at) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = REAL(pwrite64);
    CHANGE(d, at, (int64_t)size, real(d, bytes, size, at))
}
ssize_t write(int d, const void *bytes, size_t size) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = REAL(write);
    CHANGE(d, lseek(d, 0, SEEK_CUR), (int64_t)size, real(d, bytes, size))
}
int ftruncate(int d, off_t size) {
    static int (*real)(int, off_t);
    if (!real) real = REAL(ftruncate);
    CHANGE(d, size, INT64_MAX / 2, real(d, size))
}
int ftruncate64(int d, off64_t size) {
    static int (*real)(int, off64_t);
    if (!real) real = REAL(ftruncate64);
    CHANGE(d, size, INT64_MAX / 2, real(d, size))
}

static int sync_with(int (*real)(int), int descriptor) {
    int kind = kind_at(descriptor);
    if (kind < 0) return real(descriptor);
    if (control->sync_delay_ms) usleep((useconds_t)control->sync_delay_ms * 1000);
    if (control->lies) return 0;
    if (control->sync_errno) { errno = control->sync_errno; return -1; }
    pthread_mutex_lock(&lock);
    control->syncs++;
    int done = real(descriptor);
    if (!done) {
        if (undos[kind] < 0) undos[kind] = REAL(open)(undo[kind], O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (REAL(ftruncate)(undos[kind], 0)) abort();
    }
    pthread_mutex_unlock(&lock);
    return done;
}
int fsync(int descriptor) { return sync_with(REAL(fsync), descriptor); }
int fdatasync(int descriptor) { return sync_with(REAL(fdatasync), descriptor); }

int unlink(const char *path) {
    int kind = kind_of(path), done = REAL(unlink)(path);
    if (!done && kind >= 0) REAL(unlink)(undo[kind]), undos[kind] = -1;
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = REAL(clock_gettime);
    int done = real(clock, now);
    int64_t offset = control ? control->clock_offset_ns : 0;
    if (!done && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        int64_t all = (int64_t)now->tv_sec * 1000000000 + now->tv_nsec + offset;
        now->tv_sec = all / 1000000000;
        now->tv_nsec = all % 1000000000;
    }
    return done;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec time;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &time)) return -1;
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
