import ChatProtocol

/// The wrong tokens of the last minute, counted by address. Guessers must wait, even on a new connection.
struct WrongTokens {
    /// The most wrong tokens of one address that are answered within a window. Then the address must wait for its end.
    static let countMax = 60
    /// The length of a window in milliseconds, counted from its first wrong token.
    static let windowMilliseconds: Int64 = 60_000
    /// The most addresses in memory. Beyond it, the address with the oldest window is forgotten.
    static let addressesMax = 4_096

    private struct Window {
        let beganAt: Instant
        var count = 0

        /// Returns the remaining milliseconds of the window; nil if it is over, or if the clock was set back before it.
        func rest(at now: Instant) -> Int64? {
            let rest = beganAt.milliseconds + WrongTokens.windowMilliseconds - now.milliseconds
            return (1...WrongTokens.windowMilliseconds).contains(rest) ? rest : nil
        }
    }

    private var windows: [String: Window] = [:]

    /// The number of addresses in memory.
    var count: Int { windows.count }

    /// Returns the milliseconds until a token of the address is checked again; nil if it is checked now.
    func wait(from address: String, at now: Instant) -> Int64? {
        guard let window = windows[address], window.count >= Self.countMax else { return nil }
        return window.rest(at: now)
    }

    /// Counts a wrong token.
    ///
    /// - Returns: True if it is the last one that is answered in this window.
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
