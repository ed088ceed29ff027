import ChatSystem

/// The terminal of a screen: the keys that came, and the cells that changed.
package final class ScreenTerminal {
    /// The terminal itself.
    package let mode: TerminalMode
    private var palette: Palette
    private var decoder = KeyDecoder()
    private var shown: Grid?
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private var drawnAt: Int64 = 0
    /// When the decoder was told last how much time passed.
    private var decodedAt = Clocks.steady()

    /// A screen on a terminal that is owned already, and stays so.
    package init(_ mode: TerminalMode, palette: Palette) {
        self.mode = mode
        self.palette = palette
        mode.askForKeyboard()
        if palette.followsTerminal, palette.hasColors { mode.askForBackground() }
    }

    /// Owns the terminal until the body is done.
    ///
    /// - Parameter fail: reports the reason why the terminal cannot be used, and returns the exit status for it.
    /// - Returns: the exit status.
    package static func own(
        _ palette: Palette, failing fail: (String) -> Int32, _ body: (ScreenTerminal) -> Int32
    ) -> Int32 {
        let mode: TerminalMode
        do throws(TerminalMode.Failure) {
            mode = try TerminalMode()
        } catch {
            return fail("the terminal cannot be used (\(error))")
        }
        defer { mode.restore() }
        return body(ScreenTerminal(mode, palette: palette))
    }

    /// What to wait for beside the line to the server: keys, and what the terminal tells by signals.
    package var descriptors: [Int32] { [StandardStream.input.descriptor, mode.signalDescriptor] }

    /// The number of milliseconds after which ``keys(canRead:)`` is due although nothing came; nil if no key has begun.
    package var patience: Int? { decoder.patience }

    /// Returns the keys that came, or that time has decided; nil at the end of the input.
    package func keys(canRead: Bool) -> [Key]? {
        let now = Clocks.steady()
        let passed = Int(clamping: now - decodedAt)
        decodedAt = now
        guard canRead else { return decoder.pass(milliseconds: passed) }
        switch Descriptors.read(StandardStream.input.descriptor, into: &buffer) {
        case .bytes(let count): return decoder.feed(buffer[..<count], after: passed).filter { !isReport($0) }
        case .wouldBlock: return []
        case .ended: return nil
        }
    }

    /// Applies what the terminal reports about itself.
    ///
    /// - Returns: False if the key is the person's.
    private func isReport(_ key: Key) -> Bool {
        switch key {
        case .keyboardProtocol:
            mode.useKeyboardProtocol()
            decoder.reportsEscape = true
        case .background(let isLight) where palette.followsTerminal:
            palette.theme = isLight ? .light : .dark
            forget()
        case .background: break
        default: return false
        }
        return true
    }

    /// Takes in what the terminal told by a signal.
    ///
    /// - Returns: whether its size is another.
    package func takeEvents() -> Bool {
        let events = mode.takeEvents()
        // A terminal that was resized and resized back has the same size, and other contents.
        if events.isResumed || events.isResized { forget() }
        return events.isResized
    }

    /// Sends the cells that are others than before.
    package func show(_ grid: Grid) {
        let bytes = ScreenDiff.bytes(from: shown, to: grid, palette: palette)
        if !bytes.isEmpty { mode.write(bytes) }
        shown = grid
    }

    /// How many milliseconds lie between two frames that no key asked for: more would only be work. While something is
    /// being pasted it is the paste that a person waits for.
    private var frameMilliseconds: Int64 { decoder.isInPaste ? 100 : 8 }

    /// Sends the cells that are others than before, if it is time for a frame.
    ///
    /// - Parameters:
    ///   - grid: what to show.
    ///   - atOnce: whether it is shown whatever the time: a person waits for what a key does.
    /// - Returns: in how many milliseconds it will be time; nil if it was shown.
    package func show(_ grid: () -> Grid, atOnce: Bool) -> Int? {
        let left = frameMilliseconds - (Clocks.steady() - drawnAt)
        if !atOnce, shown != nil, left > 0 { return Int(left) }
        show(grid())
        drawnAt = Clocks.steady()
        return nil
    }

    /// Has all of it drawn anew.
    package func forget() { shown = nil }
}
