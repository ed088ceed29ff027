// The least that a server can do to hand lines on: what every server is held against.
//
//     limit PORT        listens on 127.0.0.1
//
// A client's first line is "SUB room", "PUB room" or "MEM room" (who hears, who speaks, who does both), and is answered
// "OK". Every later line goes unchanged to the others of the room who hear. Nothing else is looked at.
//
// One thread and one epoll. What all clients said until now is read into one buffer, and sent from there: one call for
// each receiver, and a copy only for one whose socket is full.
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "room.h"

enum {
    BUFFER = 8 << 20,
    READ = 128 << 10,
    BACKLOG = 64 << 20,
    EVENTS = 1024,
    PIECES = 1024,
};

static int poller;
static char *buffer;
static size_t used;
static unsigned wake = 1;
static Room *rooms[4096];
static Room **spokenIn;
static size_t spokenInCount, spokenInCapacity;
static Client **gone;
static size_t goneCount, goneCapacity;

static Room *roomNamed(const char *name, size_t count) {
    size_t hash = 5381;
    for (size_t index = 0; index < count; index++) hash = hash * 33 + (unsigned char)name[index];
    Room **place = &rooms[hash % (sizeof rooms / sizeof *rooms)];
    while (*place && (strlen((*place)->name) != count || memcmp((*place)->name, name, count))) place = &(*place)->next;
    if (!*place) {
        Room *room = grown(NULL, sizeof *room);
        *room = (Room){.name = strndup(name, count)};
        *place = room;
    }
    return *place;
}

/// Lets a client go at the end of the wake: until then, lists that are walked may have it.
static void leave(Client *client) {
    if (client->isGone) return;
    client->isGone = true;
    APPEND(gone, goneCount, goneCapacity, client);
}

static void bury(Client *client) {
    if (client->room && client->hears) {
        Room *room = client->room;
        room->hearers[client->seat] = room->hearers[--room->count];
        room->hearers[client->seat]->seat = client->seat;
    }
    close(client->socket);
    free(client->line.bytes);
    free(client->backlog.bytes);
    free(client);
}

static void watchOutput(Client *client, bool isOn) {
    if (client->isFull == isOn) return;
    client->isFull = isOn;
    struct epoll_event event = {.events = EPOLLIN | (isOn ? EPOLLOUT : 0), .data.ptr = client};
    epoll_ctl(poller, EPOLL_CTL_MOD, client->socket, &event);
}

static void sendBacklog(Client *client) {
    Bytes *left = &client->backlog;
    ssize_t sent = send(client->socket, left->bytes, left->count, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN) leave(client);
        return;
    }
    left->count -= (size_t)sent;
    memmove(left->bytes, left->bytes + sent, left->count);
    if (left->count == 0) {
        free(left->bytes);
        *left = (Bytes){0};
        watchOutput(client, false);
    }
}

/// Sends pieces with one call; what the socket does not take is kept.
static void give(Client *client, const struct iovec *pieces, size_t count) {
    size_t sent = 0;
    if (client->backlog.count == 0) {
        struct msghdr message = {.msg_iov = (struct iovec *)pieces, .msg_iovlen = count};
        ssize_t result = count == 1 ? send(client->socket, pieces->iov_base, pieces->iov_len, MSG_NOSIGNAL)
                                    : sendmsg(client->socket, &message, MSG_NOSIGNAL);
        if (result < 0 && errno != EAGAIN) return leave(client);
        if (result > 0) sent = (size_t)result;
    }
    for (size_t index = 0; index < count; index++) {
        size_t length = pieces[index].iov_len, skipped = sent < length ? sent : length;
        sent -= skipped;
        if (skipped == length) continue;
        append(&client->backlog, (char *)pieces[index].iov_base + skipped, length - skipped);
    }
    if (client->backlog.count > BACKLOG) return leave(client);
    if (client->backlog.count) watchOutput(client, true);
}

/// What was said in a room by others than one client; neighbours in the buffer are one piece.
static size_t heardBy(const Client *client, const Room *room, struct iovec *pieces) {
    size_t count = 0;
    for (size_t index = 0; index < room->pieceCount; index++) {
        const Piece *piece = &room->pieces[index];
        if (piece->from == client) continue;
        struct iovec *last = count ? &pieces[count - 1] : NULL;
        if (last && (char *)last->iov_base + last->iov_len == piece->bytes.iov_base) {
            last->iov_len += piece->bytes.iov_len;
        } else {
            pieces[count++] = piece->bytes;
        }
    }
    return count;
}

static void deliver(Room *room) {
    struct iovec all[PIECES], some[PIECES];
    size_t allCount = heardBy(NULL, room, all);
    for (size_t index = 0; index < room->count; index++) {
        Client *client = room->hearers[index];
        if (client->isGone) continue;
        if (client->spokeAt != wake) {
            give(client, all, allCount);
        } else {
            size_t count = heardBy(client, room, some);
            if (count) give(client, some, count);
        }
    }
    room->pieceCount = 0;
}

static void deliverAll(void) {
    for (size_t index = 0; index < spokenInCount; index++) deliver(spokenIn[index]);
    spokenInCount = 0;
    used = 0;
    wake++;
}

static void say(Client *client, char *bytes, size_t count) {
    Room *room = client->room;
    if (room->pieceCount == PIECES) deliverAll();
    if (room->pieceCount == 0) APPEND(spokenIn, spokenInCount, spokenInCapacity, room);
    Piece piece = {client, {bytes, count}};
    APPEND(room->pieces, room->pieceCount, room->pieceCapacity, piece);
    client->spokeAt = wake;
    used = (size_t)(bytes + count - buffer);
}

static bool enter(Client *client, const char *line, size_t count) {
    if (count < 5 || line[3] != ' ') return false;
    bool isMember = memcmp(line, "MEM", 3) == 0;
    client->hears = isMember || memcmp(line, "SUB", 3) == 0;
    client->speaks = isMember || memcmp(line, "PUB", 3) == 0;
    if (!client->hears && !client->speaks) return false;
    Room *room = client->room = roomNamed(line + 4, count - 4);
    if (client->hears) {
        client->seat = room->count;
        APPEND(room->hearers, room->count, room->capacity, client);
    }
    struct iovec answer = {"OK\n", 3};
    give(client, &answer, 1);
    return true;
}

static void hear(Client *client) {
    if (client->line.count > READ) return leave(client);
    if (BUFFER - used < 2 * READ) deliverAll();
    char *bytes = buffer + used;
    if (client->line.count) memcpy(bytes, client->line.bytes, client->line.count);
    ssize_t received = recv(client->socket, bytes + client->line.count, READ, 0);
    if (received <= 0) {
        if (received == 0 || errno != EAGAIN) leave(client);
        return;
    }
    char *end = bytes + client->line.count + received;
    client->line.count = 0;
    if (!client->room) {
        char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (newline) {
            if (!enter(client, bytes, (size_t)(newline - bytes))) return leave(client);
            bytes = newline + 1;
        }
    }
    char *last = client->room ? memrchr(bytes, '\n', (size_t)(end - bytes)) : NULL;
    if (last) {
        if (client->speaks) say(client, bytes, (size_t)(last + 1 - bytes));
        bytes = last + 1;
    }
    if (bytes < end) append(&client->line, bytes, (size_t)(end - bytes));
}

static void acceptAll(int listener) {
    int yes = 1, socket;
    while ((socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        Client *client = grown(NULL, sizeof *client);
        *client = (Client){.socket = socket};
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
        epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event);
    }
}

static int listenOn(int port) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4096)) {
        perror("limit");
        exit(1);
    }
    return listener;
}

int main(int count, char **words) {
    if (count != 2) {
        fputs("usage: limit PORT\n", stderr);
        return 2;
    }
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    buffer = grown(NULL, BUFFER);
    poller = epoll_create1(EPOLL_CLOEXEC);
    int listener = listenOn(atoi(words[1]));
    struct epoll_event events[EVENTS] = {{.events = EPOLLIN, .data.ptr = NULL}};
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &events[0]);
    for (;;) {
        int ready = epoll_wait(poller, events, EVENTS, -1);
        for (int index = 0; index < ready; index++) {
            Client *client = events[index].data.ptr;
            if (!client) {
                acceptAll(listener);
            } else if (!client->isGone) {
                if (events[index].events & EPOLLOUT) sendBacklog(client);
                if (events[index].events & ~EPOLLOUT) hear(client);
            }
        }
        deliverAll();
        for (size_t index = 0; index < goneCount; index++) bury(gone[index]);
        goneCount = 0;
    }
}
