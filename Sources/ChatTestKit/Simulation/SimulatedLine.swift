import ChatEngine
import ChatProtocol

/// One way of a line: bytes that were put on it, and when they come.
struct SimulatedPipe {
    private var chunks: [(at: Int64, bytes: ArraySlice<UInt8>)] = []
    private var taken = 0
    /// After how many more bytes the line is cut; nil for not.
    var untilCut: Int?
    private(set) var isCut = false

    /// When something comes next.
    var next: Int64? { taken < chunks.count ? chunks[taken].at : nil }

    /// Puts bytes on the way: in pieces, each of which takes its time, and none of which overtakes another.
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
        // An empty piece says that the line is cut here.
        if isCut { chunks.append((chunks.last?.at ?? now, [])) }
    }

    /// What has come by now; an empty piece is the cut.
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

/// One connection between a device and a node, with the real codecs at both of its ends.
final class SimulatedLine {
    let device: Int
    /// The node that serves it, and its session there.
    private(set) var node: Int
    private(set) var session: Session
    /// The node that it leads to, and that forwards it where another node serves it.
    let entrance: Int
    var near: WireConnection
    var far = WireConnection()
    var up = SimulatedPipe()
    var down = SimulatedPipe()
    /// How much longer everything takes, in milliseconds.
    var lag: Int64 = 0
    var isOver = false
    /// What was asked on it, by the ids of the requests.
    var asked: [Int64: SimulatedDevice.Asked] = [:]
    /// What was put on it by the node, as the barrier let it go.
    var told: StreamRecord
    /// Who types where as it was told last, with when that was.
    var typing: [Typist: Int64] = [:]

    /// Somebody who types in a conversation.
    struct Typist: Hashable {
        let conversation: String
        let person: String
    }

    /// What was read of the messages on their way down, so that the witness at the other end need not read them again.
    private var read: [(message: [UInt8], value: ServerMessage?)] = []
    private var readTaken = 0
    /// What a WebSocket begins with; empty where one message is one line.
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

    /// Another node serves it from now on.
    func move(to node: Int, _ session: Session) { (self.node, self.session) = (node, session) }

    func noteRead(_ message: [UInt8], _ value: ServerMessage?) { read.append((message, value)) }

    /// What a message that came says.
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
