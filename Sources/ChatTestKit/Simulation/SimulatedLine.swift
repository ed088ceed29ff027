import ChatEngine
import ChatProtocol

/// One direction of a line: the bytes on their way, with the times of their arrival.
struct SimulatedPipe {
    private var chunks: [(at: Int64, bytes: ArraySlice<UInt8>)] = []
    private var taken = 0
    /// The number of further bytes after which the line is cut; nil if it is not to be cut.
    var untilCut: Int?
    private(set) var isCut = false

    /// The time of the next arrival; nil if nothing is on its way.
    var next: Int64? { taken < chunks.count ? chunks[taken].at : nil }

    /// Sends bytes in pieces. Each piece takes some time, and no piece overtakes another.
    mutating func put(_ bytes: [UInt8], at now: Int64, lag: Int64, chance: inout SplitMix64) {
        guard !isCut, !bytes.isEmpty else { return }
        var rest = bytes[...]
        if let left = untilCut, left < bytes.count { rest = bytes[..<left] }
        if let left = untilCut {
            untilCut = left - rest.count
            isCut = left < bytes.count
        }
        repeat {
            let count =
                chance.happens(percent: 30) && rest.count > 1
                ? Int.random(in: 1..<rest.count, using: &chance) : rest.count
            let delay = chance.happens(percent: 5) ? 400 : Int64.random(in: 0...12, using: &chance)
            let at = max(chunks.last?.at ?? now, now + lag + delay)
            chunks.append((at, rest.prefix(count)))
            rest = rest.dropFirst(count)
        } while !rest.isEmpty
        // An empty piece marks the cut.
        if isCut { chunks.append((chunks.last?.at ?? now, [])) }
    }

    /// Returns the next piece that has arrived; nil if there is none. An empty piece is the cut.
    mutating func take(by now: Int64) -> ArraySlice<UInt8>? {
        guard taken < chunks.count, chunks[taken].at <= now else { return nil }
        defer {
            taken += 1
            if taken == chunks.count {
                chunks.removeAll(keepingCapacity: true)
                taken = 0
            }
        }
        return chunks[taken].bytes
    }
}

/// A connection between a device and a node, with the real codecs at both ends.
final class SimulatedLine {
    let device: Int
    /// The node that serves the line, and the session there.
    private(set) var node: Int
    private(set) var session: Session
    /// The node to which the device connected. It forwards the line if another node serves it.
    let entrance: Int
    var near: WireConnection
    var far = WireConnection()
    var up = SimulatedPipe()
    var down = SimulatedPipe()
    /// The additional time that all bytes take, in milliseconds.
    var lag: Int64 = 0
    var isOver = false
    /// The requests sent on the line, by their ids.
    var asked: [Int64: SimulatedDevice.Asked] = [:]
    /// The notifications that the node has put on the line, after the barrier.
    var told: StreamRecord
    /// The persons who type according to the last notification, with its time in milliseconds.
    var typing: [Typist: Int64] = [:]

    /// A person who types in a conversation.
    struct Typist: Hashable {
        let conversation: String
        let person: String
    }

    /// The decoded messages on their way to the device, so that the check there does not decode them again.
    private var read: [(message: [UInt8], value: ServerMessage?)] = []
    private var readTaken = 0
    /// The handshake of a WebSocket; empty in line mode.
    let greeting: [UInt8]

    init(device: Int, node: Int, session: Session, told: StreamRecord) {
        (self.device, self.node, self.session, self.told) = (device, node, session, told)
        entrance = node
        guard device % 3 == 1 else {
            (near, greeting) = (.lineClient(), [])
            return
        }
        let handshake = WebSocketClientHandshake(host: "localhost", nonce: Array("understudy nonce".utf8))
        var greeting: [UInt8] = []
        near = .webSocketClient(handshake, maskKeys: { 0x5EED_F00D }, into: &greeting)
        self.greeting = greeting
    }

    var isForwarded: Bool { node != entrance }

    /// Moves the line to another node, which serves it from now on.
    func move(to node: Int, _ session: Session) { (self.node, self.session) = (node, session) }

    func noteRead(_ message: [UInt8], _ value: ServerMessage?) { read.append((message, value)) }

    /// Returns a received message in decoded form; nil if it is not valid.
    func reading(_ message: [UInt8]) -> ServerMessage? {
        guard readTaken < read.count, read[readTaken].message == message else { return ServerMessage.read(message) }
        readTaken += 1
        return read[readTaken - 1].value
    }

    var next: Int64? {
        guard !isOver else { return nil }
        return switch (up.next, down.next) {
        case (let up?, let down?): min(up, down)
        case (let up, let down): up ?? down
        }
    }
}
