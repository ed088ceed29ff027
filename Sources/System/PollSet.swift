#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The descriptors that are passed to poll. A wait costs time for all watched descriptors.
final class PollSet: DescriptorSet {
    private var polled: [pollfd] = []
    private var tokens: [UInt64] = []
    private var canPause: [Bool] = []
    private var isPaused = false
    /// The index in these arrays for each descriptor; -1 if it is not watched.
    private var places: [Int] = []

    func watch(_ descriptor: Int32, token: UInt64, isPausable: Bool) -> Bool {
        let number = Int(descriptor)
        guard number >= 0, !places.indices.contains(number) || places[number] < 0 else { return false }
        while places.count <= number { places.append(-1) }
        places[number] = polled.count
        polled.append(Interest(descriptor: isPausable && isPaused ? ~descriptor : descriptor).polled)
        tokens.append(token)
        canPause.append(isPausable)
        return true
    }

    /// Inverts the bits of descriptors that can be paused, because poll ignores negative descriptors.
    func pause(_ isPaused: Bool) {
        self.isPaused = isPaused
        for place in polled.indices where canPause[place] { polled[place].fd = ~polled[place].fd }
    }

    func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool) {
        guard let place = place(of: descriptor) else { return }
        polled[place].events = Interest(descriptor: descriptor, reads: reading, writes: writing).polled.events
    }

    func unwatch(_ descriptor: Int32) {
        guard let place = place(of: descriptor) else { return }
        places[Int(descriptor)] = -1
        let (last, token, isPausable) = (polled.removeLast(), tokens.removeLast(), canPause.removeLast())
        guard place < polled.count else { return }
        (polled[place], tokens[place], canPause[place]) = (last, token, isPausable)
        places[Int(max(last.fd, ~last.fd))] = place
    }

    private func place(of descriptor: Int32) -> Int? {
        guard places.indices.contains(Int(descriptor)), places[Int(descriptor)] >= 0 else { return nil }
        return places[Int(descriptor)]
    }

    func wait(milliseconds: Int32, into ready: inout [Poller.Ready]) {
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
        let readable = Int16(POLLIN) | Int16(POLLHUP) | Int16(POLLERR) | Int16(POLLNVAL)
        for (polled, token) in zip(polled, tokens) where polled.revents != 0 {
            ready.append(
                Poller.Ready(
                    token: token, canRead: polled.revents & readable != 0,
                    canWrite: polled.revents & Int16(POLLOUT) != 0))
        }
    }
}
