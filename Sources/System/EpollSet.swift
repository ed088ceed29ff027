#if os(Linux)
    import CSystem
    import Glibc

    /// The descriptors that one epoll descriptor watches. A wait costs time for ready descriptors only.
    ///
    /// Descriptors that can be paused have their own epoll descriptor, which the first one watches. A pause is
    /// therefore one call for any number of descriptors.
    final class EpollSet: DescriptorSet {
        /// The maximum number of events that one call reports.
        private static let batchMax = 512

        private let epoll: Int32
        private let pausable: Int32
        /// True at the index of each descriptor that can be paused.
        private var canPause: [Bool] = []
        private var events = [epoll_event](repeating: epoll_event(), count: batchMax)

        init() throws(SystemFailure) {
            epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
            pausable = epoll < 0 ? -1 : epoll_create1(Int32(EPOLL_CLOEXEC))
            guard pausable >= 0 else {
                let reason = SystemFailure.words(errno)
                if epoll >= 0 { Descriptors.close(epoll) }
                throw SystemFailure(reason: "an epoll descriptor cannot be created: \(reason)")
            }
            pause(false)
        }

        deinit {
            Descriptors.close(pausable)
            Descriptors.close(epoll)
        }

        func watch(_ descriptor: Int32, token: UInt64, isPausable: Bool) -> Bool {
            let number = Int(descriptor)
            guard number >= 0 else { return false }
            while canPause.count <= number { canPause.append(false) }
            let couldPause = canPause[number]
            canPause[number] = isPausable
            guard control(EPOLL_CTL_ADD, descriptor, token: token, reading: true, writing: false) else {
                canPause[number] = couldPause
                return false
            }
            return true
        }

        func pause(_ isPaused: Bool) {
            guard !isPaused else { return unwatch(pausable) }
            _ = control(EPOLL_CTL_ADD, pausable, token: Poller.pausableToken, reading: true, writing: false)
        }

        private func set(of descriptor: Int32) -> Int32 {
            let number = Int(descriptor)
            return canPause.indices.contains(number) && canPause[number] ? pausable : epoll
        }

        func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool) {
            _ = control(EPOLL_CTL_MOD, descriptor, token: token, reading: reading, writing: writing)
        }

        func unwatch(_ descriptor: Int32) { epoll_ctl(set(of: descriptor), EPOLL_CTL_DEL, descriptor, nil) }

        private func control(
            _ operation: Int32, _ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool
        ) -> Bool {
            let reads = reading ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0
            var event = epoll_event(
                events: reads | (writing ? EPOLLOUT.rawValue : 0), data: epoll_data_t(u64: token))
            return epoll_ctl(set(of: descriptor), operation, descriptor, &event) == 0
        }

        func wait(milliseconds: Int32, into ready: inout [Poller.Ready]) {
            if collect(from: epoll, milliseconds: milliseconds, into: &ready) {
                _ = collect(from: pausable, milliseconds: 0, into: &ready)
            }
        }

        /// Appends the ready descriptors of a set.
        ///
        /// - Returns: True if the set with descriptors that can be paused is ready.
        private func collect(from set: Int32, milliseconds: Int32, into ready: inout [Poller.Ready]) -> Bool {
            let count = epoll_wait(set, &events, Int32(events.count), milliseconds)
            guard count > 0 else { return false }
            var isPausableReady = false
            let readable = EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue | EPOLLRDHUP.rawValue
            for event in events[..<Int(count)] {
                if event.data.u64 == Poller.pausableToken {
                    isPausableReady = true
                    continue
                }
                ready.append(
                    Poller.Ready(
                        token: event.data.u64, canRead: event.events & readable != 0,
                        canWrite: event.events & EPOLLOUT.rawValue != 0))
            }
            return isPausableReady
        }
    }
#endif
