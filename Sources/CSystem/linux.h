// Functions that the Glibc module does not export: mallopt, epoll and eventfd, and pipe2, accept4 and memmem, which
// need _GNU_SOURCE.
#pragma once
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

extern int pipe2(int descriptors[2], int flags);
extern int accept4(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length, int flags);
extern void *memmem(const void *haystack, size_t haystacklen, const void *needle, size_t needlelen);
