#if os(Linux)
    import CLinux
    import Glibc

    /// Descriptors that one epoll descriptor watches: a wait costs what is ready, and not what is watched.
    final class EpollSet: DescriptorSet {
        /// How many are told at once at the most.
        private static let batchMax = 512

        private let epoll: Int32
        private var events = [epoll_event](repeating: epoll_event(), count: batchMax)

        init() throws(SystemFailure) {
            epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
            guard epoll >= 0 else {
                throw SystemFailure(reason: "no epoll descriptor can be had: \(Syscalls.words(errno))")
            }
        }

        deinit { Syscalls.close(epoll) }

        func watch(_ descriptor: Int32, token: UInt64) -> Bool {
            control(EPOLL_CTL_ADD, descriptor, token: token, reading: true, writing: false)
        }

        func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool) {
            _ = control(EPOLL_CTL_MOD, descriptor, token: token, reading: reading, writing: writing)
        }

        func unwatch(_ descriptor: Int32) { epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil) }

        private func control(
            _ operation: Int32, _ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool
        ) -> Bool {
            let reads = reading ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0
            var event = epoll_event(
                events: reads | (writing ? EPOLLOUT.rawValue : 0), data: epoll_data_t(u64: token))
            return epoll_ctl(epoll, operation, descriptor, &event) == 0
        }

        func wait(milliseconds: Int32, into ready: inout [Poller.Ready]) {
            let count = epoll_wait(epoll, &events, Int32(events.count), milliseconds)
            guard count > 0 else { return }
            let readable = EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue | EPOLLRDHUP.rawValue
            for event in events[..<Int(count)] {
                ready.append(
                    Poller.Ready(
                        token: event.data.u64, canRead: event.events & readable != 0,
                        canWrite: event.events & EPOLLOUT.rawValue != 0))
            }
        }
    }
#endif
