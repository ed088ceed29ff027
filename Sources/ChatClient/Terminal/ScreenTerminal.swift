import ChatSystem

/// The terminal of a screen: reads its keys, and draws the cells that changed.
package final class ScreenTerminal {
    /// The modes, the signals and the output of the terminal.
    package let mode: TerminalMode
    private var palette: Palette
    private var decoder = KeyDecoder()
    private var shown: Grid?
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private var drawnAt: Int64 = 0
    /// The time until which the decoder has been advanced.
    private var decodedAt = Clocks.steady()

    /// Creates a screen on a terminal in raw mode. The caller restores the terminal.
    package init(_ mode: TerminalMode, palette: Palette) {
        self.mode = mode
        self.palette = palette
        mode.askForKeyboard()
        if palette.followsTerminal, palette.hasColors { mode.askForBackground() }
    }

    /// Takes over the terminal while the body runs.
    ///
    /// - Parameter fail: Reports the reason for which the terminal cannot be used, and returns the exit status for it.
    /// - Returns: The exit status.
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

    /// The descriptors to poll for reading: the keyboard, and the pipe of the terminal's signals.
    package var descriptors: [Int32] { [StandardStream.input.descriptor, mode.signalDescriptor] }

    /// The number of milliseconds after which ``keys(canRead:)`` must be called even without input; nil if no key has
    /// begun.
    package var patience: Int? { decoder.patience }

    /// Returns the keys that were read or that the elapsed time has completed; nil at the end of the input.
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

    /// Applies a report of the terminal about itself.
    ///
    /// - Returns: False if the key is not such a report, but a person's input.
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

    /// Reads the signals of the terminal.
    ///
    /// - Returns: True if the size may have changed.
    package func takeEvents() -> Bool {
        let events = mode.takeEvents()
        // A terminal that was resized and resized back has the same size, but other contents.
        if events.isResumed || events.isResized { forget() }
        return events.isResized
    }

    /// Draws the cells that changed.
    package func show(_ grid: Grid) {
        let bytes = ScreenDiff.bytes(from: shown, to: grid, palette: palette)
        if !bytes.isEmpty { mode.write(bytes) }
        shown = grid
    }

    /// The shortest time between two frames that no key caused, in milliseconds. During a paste it is longer, because
    /// the person waits for the paste and not for frames.
    private var frameMilliseconds: Int64 { decoder.isInPaste ? 100 : 8 }

    /// Draws the cells that changed, if it is time for a frame.
    ///
    /// - Parameters:
    ///   - grid: Returns the grid to draw.
    ///   - atOnce: True to draw at any time, because a person waits for the effect of a key.
    /// - Returns: The number of milliseconds until the next frame is due; nil if the grid was drawn.
    package func show(_ grid: () -> Grid, atOnce: Bool) -> Int? {
        let left = frameMilliseconds - (Clocks.steady() - drawnAt)
        if !atOnce, shown != nil, left > 0 { return Int(left) }
        show(grid())
        drawnAt = Clocks.steady()
        return nil
    }

    /// Makes the next frame draw all cells again.
    package func forget() { shown = nil }
}
