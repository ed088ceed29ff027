// What Glibc's module leaves out: epoll.
#pragma once
#include <sys/epoll.h>
