/// The screen of an app: keys in, cells out, until the person leaves.
final class AppScreenLoop {
    private let line: AppLine
    private let palette: Palette
    private var decoder = KeyDecoder()
    private var shown: Grid?
    private var buffer = [UInt8](repeating: 0, count: 4096)

    init(_ line: AppLine, palette: Palette) {
        self.line = line
        self.palette = palette
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
        guard let runtime = line.runtime else { return 1 }
        runtime.size = terminal.size
        line.pump()
        while true {
            draw(runtime, on: terminal)
            let ready = line.wait(
                besides: [ClientSyscalls.standardInput, terminal.signalDescriptor],
                milliseconds: decoder.isWaiting ? 50 : nil)
            if ready[1].canRead {
                let events = terminal.takeEvents()
                if events.isResumed { shown = nil }
                if events.isResized {
                    runtime.resize(to: terminal.size)
                    line.pump()
                }
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
                for action in runtime.apply(key) {
                    switch action {
                    case .quit: return 0
                    case .redraw: shown = nil
                    case .suspend: terminal.suspend()
                    case .copy(let text):
                        terminal.copy(text)
                        runtime.tell("Copied, where the terminal lets a program do so")
                    case .open, .leave, .reply, .closeReply, .remove, .restore, .readMore: break
                    }
                }
                line.pump()
            }
        }
    }

    private func draw(_ runtime: AppRuntime, on terminal: TerminalMode) {
        let next = AppScreen.render(runtime.state, messages: line.shownMessages, size: runtime.size)
        let bytes = ScreenDiff.bytes(from: shown, to: next, palette: palette)
        if !bytes.isEmpty { terminal.write(bytes) }
        shown = next
    }
}
