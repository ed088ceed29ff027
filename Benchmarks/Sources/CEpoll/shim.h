// What Glibc's module leaves out: epoll and timers.
#pragma once
#include <sys/epoll.h>
#include <sys/timerfd.h>
