import ChatScenario
import ChatScreens
import ChatSystem
import ChatTerminal

/// A story on the terminal: the wall of everyone's threads, and the keys that hurry or hold it.
final class DemoTheatre {
    private let terminal: TerminalMode
    private let palette: Palette
    private var wall: PaneWall?
    private var shown: Grid?
    private var decoder = KeyDecoder()
    private var buffer = [UInt8](repeating: 0, count: 1024)
    private var isHeld = false
    private var isSkipping = false
    private var isNextWanted = false
    /// Whom the person chose to look at; nil follows the story.
    private var chosen: Int?

    /// Whether the person wants to leave altogether.
    private(set) var hasLeft = false

    /// No step takes longer on the wall, however long it takes in the story.
    private static let longestPause: Int64 = 3_000

    init(_ terminal: TerminalMode, palette: Palette) {
        self.terminal = terminal
        self.palette = palette
    }

    /// Shows a moment.
    func show(_ moment: PlayMoment) {
        wall = moment.wall
        isNextWanted = false
        if !isSkipping { draw() }
    }

    /// Lets time pass, unless the person is in a hurry.
    func pause(_ duration: Duration) {
        let milliseconds = duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
        let until = Clocks.steady() + min(Self.longestPause, milliseconds)
        while !isSkipping, !isNextWanted {
            let left = until - Clocks.steady()
            guard isHeld || left > 0 else { return }
            wait(milliseconds: isHeld ? nil : Int(left))
        }
    }

    private func wait(milliseconds: Int?) {
        let limit = decoder.isWaiting ? min(50, milliseconds ?? 50) : milliseconds
        let ready = Readiness.wait(
            for: [
                Interest(descriptor: StandardStream.input.descriptor),
                Interest(descriptor: terminal.signalDescriptor),
            ], milliseconds: limit)
        if ready[1].canRead {
            if terminal.takeEvents().isResumed { shown = nil }
            draw()
        }
        if ready[0].canRead {
            switch Syscalls.read(StandardStream.input.descriptor, into: &buffer) {
            case .bytes(let count): decoder.feed(buffer[..<count]).forEach(apply)
            case .wouldBlock: break
            case .ended: leave()
            }
        } else if decoder.isWaiting {
            decoder.flush().forEach(apply)
        }
    }

    private func apply(_ key: Key) {
        switch key {
        case .character(" "): isHeld.toggle()
        case .right, .enter, .character("n"): isNextWanted = true
        case .character("q"), .escape: isSkipping = true
        case .tab: choose(1)
        case .backTab: choose(-1)
        case .control("c"), .control("d"): leave()
        case .control("l"): shown = nil
        case .control("z"): terminal.suspend()
        default: break
        }
        draw()
    }

    private func leave() {
        hasLeft = true
        isSkipping = true
    }

    private func choose(_ delta: Int) {
        guard let wall, !wall.panes.isEmpty else { return }
        chosen = ((chosen ?? wall.current) + delta + wall.panes.count) % wall.panes.count
    }

    private func draw() {
        guard var wall else { return }
        if let chosen, wall.panes.indices.contains(chosen) { wall.current = chosen }
        // Who holds the story must see that it is held, whatever the step says.
        wall.keys =
            isHeld
            ? ["paused: space goes on  → next  q end", "paused: space goes on  q end"]
            : ["space pauses  → next  q end", "space pauses", ""]
        let next = wall.render(size: terminal.size)
        let bytes = ScreenDiff.bytes(from: shown, to: next, palette: palette)
        if !bytes.isEmpty { terminal.write(bytes) }
        shown = next
    }
}
