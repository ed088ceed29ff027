import ChatConnection
import ChatSystem

/// The line on the shell that counts the seconds of connecting, for a program that draws no screen before it is
/// connected.
final class ConnectingLine {
    private let text: String
    private let isShown: Bool
    private let startedAt = Clocks.steady()
    private var columns = 0

    /// Creates the line without writing it.
    ///
    /// - Parameter isShown: False if the output is no terminal, so that nothing is written.
    init(to servers: ServerEndpoints, isShown: Bool) {
        (text, self.isShown) = ("Connecting to \(servers)…", isShown)
    }

    /// Writes or updates the line, if at least a second has passed.
    func show() {
        let seconds = (Clocks.steady() - startedAt) / 1_000
        guard isShown, seconds > 0 else { return }
        let line = "\(text) \(seconds) s"
        columns = line.count
        StandardStream.error.write("\r" + line, of: .styled)
    }

    /// Removes the line.
    func clear() {
        if columns > 0 { StandardStream.error.write("\r" + String(repeating: " ", count: columns) + "\r", of: .styled) }
        columns = 0
    }
}
