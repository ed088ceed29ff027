/// The screen of one person: keys in, cells out, until they leave.
final class ScreenLoop {
    private let session: ChatSession
    private let palette: Palette
    private let everyTurn: (() -> Void)?
    private let ringsBell: Bool
    private var decoder = KeyDecoder()
    private var shown: Grid?
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// The screen of that session.
    ///
    /// - Parameters:
    ///   - ringsBell: whether what alerts the person rings the terminal's bell.
    ///   - everyTurn: called whenever something happened, and each second at least.
    init(_ session: ChatSession, palette: Palette, ringsBell: Bool = true, everyTurn: (() -> Void)? = nil) {
        self.ringsBell = ringsBell
        self.session = session
        self.palette = palette
        self.everyTurn = everyTurn
    }

    /// Owns the terminal until the person leaves.
    ///
    /// - Returns: the exit status.
    func run() -> Int32 {
        let terminal: TerminalMode
        do throws(TerminalMode.Failure) {
            terminal = try TerminalMode()
        } catch {
            ClientSyscalls.write(
                "chat-client: the terminal cannot be used (\(error)); --plain needs none\n",
                to: ClientSyscalls.standardError)
            return 1
        }
        defer { terminal.restore() }
        return run(on: terminal)
    }

    /// The same on a terminal that is owned already, and stays so.
    func run(on terminal: TerminalMode) -> Int32 {
        resize(to: terminal.size)
        while true {
            draw(on: terminal)
            let limit = decoder.isWaiting ? 50 : everyTurn == nil ? nil : 1_000
            let ready = session.wait(
                besides: [ClientSyscalls.standardInput, terminal.signalDescriptor], milliseconds: limit)
            // Facts are printed by `--plain` alone.
            _ = session.takeFacts()
            // However many came at once, after a time away for instance: one sound.
            if session.takeAlerts() > 0, ringsBell { terminal.ringBell() }
            everyTurn?()
            if ready[1].canRead {
                let events = terminal.takeEvents()
                if events.isResumed { shown = nil }
                if events.isResized { resize(to: terminal.size) }
            }
            var keys: [Key] = []
            if ready[0].canRead {
                switch ClientSyscalls.read(ClientSyscalls.standardInput, into: &buffer) {
                case .bytes(let count): keys = decoder.feed(buffer[..<count])
                case .wouldBlock: break
                case .ended: return 0
                }
            } else if decoder.isWaiting {
                keys = decoder.flush()
            }
            for key in keys {
                for request in session.apply(key) {
                    switch request {
                    case .redraw: shown = nil
                    case .suspend: terminal.suspend()
                    case .quit: return 0
                    case .copy(let text):
                        terminal.copy(text)
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

    private func draw(on terminal: TerminalMode) {
        let next = ChatScreen.render(session.model.state, size: session.size)
        let bytes = ScreenDiff.bytes(from: shown, to: next, palette: palette)
        if !bytes.isEmpty { terminal.write(bytes) }
        shown = next
    }
}
