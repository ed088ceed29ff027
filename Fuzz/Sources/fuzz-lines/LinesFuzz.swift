import ChatProtocol
import FuzzDriver

/// Lines. Whatever comes: no crash; the same lines and the same end however the bytes were cut; no line is longer than
/// the limit, has a line feed in it or is blank; and written again, the lines are read as they were.
@main
enum LinesFuzz: FuzzTarget {
    private static let limits = WireLimits(messageBytes: 100, headBytes: 200)

    static func check(_ bytes: [UInt8]) {
        let read = Feeding.same(bytes, "lines") { events(of: $0) }
        var lines: [[UInt8]] = []
        for event in read { if case .message(let line) = event { lines.append(line) } }
        for line in lines {
            hold(line.count <= limits.messageBytes, "a line within the limit")
            hold(!line.contains(0x0A), "a line without a line feed")
            hold(line.contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }, "a line that is not blank")
        }
        // A CR at a line's very end belongs to its end, so that such a line is not one that anybody writes.
        guard !lines.contains(where: { $0.last == 0x0D }) else { return }
        let again = events(of: [Array(lines.map { $0 + [0x0A] }.joined())])
        hold(again == lines.map { .message($0) } + [.ended], "lines that are written are read")
    }

    private static func events(of pieces: [[UInt8]]) -> [WireConnection.Event] {
        var connection = WireConnection.lineClient(limits: limits)
        var events: [WireConnection.Event] = []
        var output: [UInt8] = []
        for piece in pieces {
            connection.receive(piece)
            while let event = connection.next(into: &output) { events.append(event) }
            hold(connection.bufferedBytes <= limits.messageBytes + 1, "no more is held than the limit says")
        }
        connection.receiveEnd()
        while let event = connection.next(into: &output) { events.append(event) }
        return events
    }
}
