import Glibc

/// Presses keys on a terminal, and takes the time until what they write shows, while others talk at some rate.
///
/// One thread does it all, so that nothing else of the benchmark takes CPU from what is measured.
final class KeyProbe {
    /// Letters that neither a message nor a program's own words have. What was written is deleted before one comes
    /// again, so that a letter that shows is the one that was just pressed; and no place has the same one twice running,
    /// which would be no change.
    private static let letters = Array("QXJKV".utf8)
    private static let backspaces = [UInt8](repeating: 0x7F, count: letters.count - 1)

    let terminal: PseudoTerminal
    let feed: any Feed
    private var screen = ScreenText()
    private var buffer = [UInt8](repeating: 0, count: 256 * 1_024)
    /// What the terminal has not taken yet.
    private var input: [UInt8] = []
    private var inputStart = 0
    private var inputTakenAt: Int64 = 0
    /// Messages a second that are to be said, since when, and how many were.
    private var flood: (rate: Int, since: Int64, said: Int)?
    private var pressed = 0
    /// How long the last key took, in milliseconds: to delete some takes a few times that.
    private var lastTime = 0.0
    /// How many messages were said so far.
    private(set) var said: Int
    /// How many bytes the program has written.
    private(set) var bytesWritten = 0

    /// - Parameter said: the number of the last message that was said before.
    init(_ terminal: PseudoTerminal, _ feed: any Feed, said: Int) {
        (self.terminal, self.feed, self.said) = (terminal, feed, said)
    }

    /// How many frames were drawn, where the program marks them.
    var frames: Int { screen.frames }

    // MARK: Waiting

    /// Lets time pass in milliseconds: reads the screen, and says what is to be said.
    func pass(_ milliseconds: Double) throws(BenchError) { _ = try wait(milliseconds: milliseconds) { false } }

    /// Lets time pass until something is so, and fails where it is not in time.
    func await(_ what: String, seconds: Double, _ isDone: () -> Bool) throws(BenchError) {
        guard try wait(milliseconds: seconds * 1_000, until: isDone) else {
            throw BenchError("\(what): not within \(Int(seconds)) seconds")
        }
    }

    private func wait(milliseconds: Double, until isDone: () -> Bool) throws(BenchError) -> Bool {
        let end = System.now() + Int64(milliseconds * 1e6)
        while !isDone() {
            guard System.now() < end else { return false }
            _ = try turn(until: end, seeking: nil)
        }
        return true
    }

    /// Waits until a letter shows: when it did, or nil where it did not in time.
    func sight(of letter: UInt8, seconds: Double) throws(BenchError) -> Int64? {
        let end = System.now() + Int64(seconds * 1e9)
        while System.now() < end { if let time = try turn(until: end, seeking: letter) { return time } }
        return nil
    }

    private func turn(until end: Int64, seeking letter: UInt8?) throws(BenchError) -> Int64? {
        try talk()
        // A message is due each millisecond in a flood of a thousand a second.
        let left = flood == nil ? min(max(0, (end - System.now()) / 1_000_000 + 1), 500) : 1
        var ready = [
            pollfd(fd: terminal.descriptor, events: Int16(input.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0),
            pollfd(fd: feed.descriptor, events: Int16(feed.isUnsent ? POLLIN | POLLOUT : POLLIN), revents: 0),
        ]
        guard poll(&ready, 2, Int32(left)) > 0 else {
            guard terminal.isRunning else { throw BenchError("a program left its terminal") }
            return nil
        }
        var seenAt: Int64?
        if ready[0].revents & Int16(POLLIN) != 0 {
            let count = try terminal.read(into: &buffer)
            let now = System.now()
            bytesWritten += count
            if screen.read(buffer[..<count], seeking: letter) { seenAt = now }
        }
        if ready[0].revents & Int16(POLLOUT) != 0 { try type() }
        if ready[1].revents != 0 { try feed.turn() }
        return seenAt
    }

    // MARK: Talking

    /// Begins to say so many messages a second, or ends it.
    func talk(perSecond rate: Int?) { flood = rate.map { ($0, System.now(), 0) } }

    private func talk() throws(BenchError) {
        guard let flood else { return }
        let due = Int((System.now() - flood.since) * Int64(flood.rate) / 1_000_000_000)
        for _ in flood.said..<max(flood.said, due) {
            guard !feed.isBlocked else { return }
            try say(isMarked: false)
            self.flood?.said += 1
        }
    }

    /// Says so many messages as fast as they are taken, the last of them marked, and waits until that one shows.
    func pour(_ count: Int, seconds: Double) throws(BenchError) {
        let end = System.now() + Int64(seconds * 1e9)
        var left = count
        while left > 0 {
            while left > 0, !feed.isBlocked {
                try say(isMarked: left == 1)
                left -= 1
            }
            guard left > 0 else { break }
            guard System.now() < end else { throw BenchError("\(left) messages of \(count) are not taken") }
            _ = try turn(until: end, seeking: nil)
        }
        guard try sight(of: Chatter.mark, seconds: seconds) != nil else {
            throw BenchError("the last of \(count) messages does not show")
        }
    }

    /// The milliseconds until a message that is said now shows.
    func timeMessage(seconds: Double) throws(BenchError) -> Double? {
        let start = System.now()
        try say(isMarked: true)
        return try sight(of: Chatter.mark, seconds: seconds).map { Double($0 - start) / 1e6 }
    }

    private func say(isMarked: Bool) throws(BenchError) {
        said += 1
        try feed.say(isMarked ? Chatter.marked(said) : Chatter.text(said))
    }

    // MARK: Typing

    /// Deletes all that was written, and waits until nothing more comes of it.
    func clear() throws(BenchError) {
        input += feed.clearing
        var before = -1
        while before != bytesWritten {
            before = bytesWritten
            try pass(500)
        }
        (pressed, lastTime) = (0, 0)
    }

    private func type() throws(BenchError) {
        inputStart += try terminal.write(input[inputStart...])
        guard inputStart == input.count else { return }
        (input, inputStart, inputTakenAt) = ([], 0, System.now())
    }

    private func press(_ keys: [UInt8], pause: Double) throws(BenchError) {
        input += keys
        try pass(pause)
    }

    /// The milliseconds from a key to the screen that shows it; nil where that is not in time.
    func timeKey(seconds: Double) throws(BenchError) -> Double? {
        guard let key = try timeKey(after: [], seconds: seconds) else { return nil }
        lastTime = Double(key.shown - key.pressed) / 1e6
        return lastTime
    }

    /// Presses a key behind other input, as soon as the terminal takes it.
    ///
    /// - Returns: when the input began, the key was pressed, and what it wrote showed; nil where that is not in time.
    func timeKey(
        after first: [UInt8], seconds: Double
    ) throws(BenchError) -> (began: Int64, pressed: Int64, shown: Int64)? {
        let letter = Self.letters[pressed % Self.letters.count]
        if pressed > 0, pressed % Self.backspaces.count == 0 { try press(Self.backspaces, pause: 25 + 8 * lastTime) }
        pressed += 1
        let began = System.now()
        input = first + [letter]
        try type()
        guard let shown = try sight(of: letter, seconds: seconds) else { return nil }
        return (began, first.isEmpty ? began : inputTakenAt, shown)
    }
}
