// Who is connected, what is said in which room, and lists that grow.
#pragma once
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

typedef struct Room Room;

/// Bytes that grow at their end.
typedef struct {
    char *bytes;
    size_t count, capacity;
} Bytes;

typedef struct {
    int socket;
    bool hears, speaks, isGone, isFull;
    /// The wake in which it last said something.
    unsigned spokeAt;
    size_t seat;
    Room *room;
    /// The beginning of a line that has not ended, and what the socket did not take.
    Bytes line, backlog;
} Client;

typedef struct {
    Client *from;
    struct iovec bytes;
} Piece;

struct Room {
    char *name;
    Client **hearers;
    size_t count, capacity;
    /// What was said in this wake.
    Piece *pieces;
    size_t pieceCount, pieceCapacity;
    Room *next;
};

static void *grown(void *array, size_t bytes) {
    void *new = realloc(array, bytes);
    if (!new) {
        perror("limit");
        exit(1);
    }
    return new;
}

#define APPEND(array, count, capacity, element)                              \
    do {                                                                     \
        if ((count) == (capacity)) {                                         \
            (capacity) = (capacity) ? (capacity) * 2 : 8;                    \
            (array) = grown((array), (capacity) * sizeof *(array));          \
        }                                                                    \
        (array)[(count)++] = (element);                                      \
    } while (0)

static void append(Bytes *to, const char *bytes, size_t count) {
    if (to->count + count > to->capacity) {
        to->capacity = (to->count + count) * 2;
        to->bytes = grown(to->bytes, to->capacity);
    }
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
}
