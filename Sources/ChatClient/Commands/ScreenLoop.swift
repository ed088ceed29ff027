import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal

/// The screen of one person: keys in, cells out, until they leave.
final class ScreenLoop {
    private let session: PersonSession
    private let palette: Palette
    private let everyTurn: (() -> Void)?
    private let ringsBell: Bool

    /// The screen of that session.
    ///
    /// - Parameters:
    ///   - ringsBell: whether what alerts the person rings the terminal's bell.
    ///   - everyTurn: called whenever something happened, and each second at least.
    init(_ session: PersonSession, palette: Palette, ringsBell: Bool = true, everyTurn: (() -> Void)? = nil) {
        self.ringsBell = ringsBell
        self.session = session
        self.palette = palette
        self.everyTurn = everyTurn
    }

    /// Owns the terminal until the person leaves.
    ///
    /// - Returns: the exit status.
    func run() -> Int32 { ScreenTerminal.own(palette, run) }

    /// The same on a terminal that is owned already, and stays so.
    func run(on terminal: TerminalMode) -> Int32 { run(on: ScreenTerminal(terminal, palette: palette)) }

    private func run(on terminal: ScreenTerminal) -> Int32 {
        resize(to: terminal.mode.size)
        while true {
            terminal.show(session.grid)
            let ready = session.wait(
                besides: terminal.descriptors, milliseconds: terminal.patience ?? (everyTurn == nil ? nil : 1_000))
            // Facts are printed by `--plain` alone.
            _ = session.drain(\.facts)
            // However many came at once, after a time away for instance: one sound.
            if !session.drain(\.alerts).isEmpty, ringsBell { terminal.mode.ringBell() }
            everyTurn?()
            if ready[1].canRead, terminal.takeEvents() { resize(to: terminal.mode.size) }
            guard let keys = terminal.keys(canRead: ready[0].canRead) else { return 0 }
            for key in keys {
                for request in session.apply(key) {
                    switch request {
                    case .redraw: terminal.forget()
                    case .suspend: terminal.mode.suspend()
                    case .quit: return 0
                    case .copy(let text):
                        terminal.mode.copy(text)
                        session.updateState { $0.view.hint = "Copied, where the terminal lets a program do so" }
                    }
                }
            }
        }
    }

    private func resize(to size: Size) {
        guard session.size != size else { return }
        session.size = size
        session.pump()
    }
}
