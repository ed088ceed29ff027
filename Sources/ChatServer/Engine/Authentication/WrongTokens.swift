import ChatProtocol

/// How many wrong tokens came from where within the last minute, so that whoever guesses has to wait, on whatever
/// connection.
struct WrongTokens {
    /// How many from one address are answered within a window; then whoever comes from there waits for its end.
    static let countMax = 60
    /// How long they are counted together, from the first.
    static let windowMilliseconds: Int64 = 60_000
    /// The most addresses that are remembered: of more, the one whose window began first is forgotten.
    static let addressesMax = 4_096

    private struct Window {
        let beganAt: Instant
        var count = 0

        /// How long it goes on; nil if it is over, or the clock was put back before it.
        func rest(at now: Instant) -> Int64? {
            let rest = beganAt.milliseconds + WrongTokens.windowMilliseconds - now.milliseconds
            return (1...WrongTokens.windowMilliseconds).contains(rest) ? rest : nil
        }
    }

    private var windows: [String: Window] = [:]

    /// How many addresses are remembered.
    var count: Int { windows.count }

    /// How long whoever comes from there has to wait before a token is looked at; nil if not at all.
    func wait(from address: String, at now: Instant) -> Int64? {
        guard let window = windows[address], window.count >= Self.countMax else { return nil }
        return window.rest(at: now)
    }

    /// Counts a wrong token.
    ///
    /// - Returns: whether it was the last one that is answered for now.
    mutating func note(from address: String, at now: Instant) -> Bool {
        if windows[address]?.rest(at: now) == nil {
            windows[address] = nil
            makeRoom(at: now)
            windows[address] = Window(beganAt: now)
        }
        windows[address]?.count += 1
        return windows[address]?.count == Self.countMax
    }

    private mutating func makeRoom(at now: Instant) {
        guard windows.count >= Self.addressesMax else { return }
        windows = windows.filter { $0.value.rest(at: now) != nil }
        guard windows.count >= Self.addressesMax,
            let oldest = windows.min(by: { ($0.value.beganAt, $0.key) < ($1.value.beganAt, $1.key) })
        else { return }
        windows[oldest.key] = nil
    }
}
