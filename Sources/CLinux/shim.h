// What Glibc's module leaves out: mallopt, epoll, eventfd, and accept4 (which its header hides behind _GNU_SOURCE).
#pragma once
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

extern int accept4(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length, int flags);
