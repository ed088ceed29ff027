/// A server with a setting: how it is started, and how a client speaks to it. A peer is one file beside this one, and its
/// line in ``Contenders``.
protocol Contender: Sendable {
    var name: String { get }
    /// The name by which the command line says where its program is.
    var program: String { get }
    var role: Role { get }
    /// What its acknowledgement is worth.
    var promise: String { get }
    /// Whether it tells a speaker that it has a message.
    var acknowledges: Bool { get }
    /// What lets the program say its version and end; nil where it cannot.
    var versionArguments: [String]? { get }

    /// What lets the program listen on that port of loopback.
    ///
    /// - Parameter directory: an empty one, for its settings and its store.
    func arguments(port: UInt16, directory: String) throws(BenchError) -> [String]

    func logIn(_ client: Client, as person: String) throws(BenchError)

    /// The login of the one person whom a start is measured with.
    func logInAlone(_ client: Client) throws(BenchError)

    /// Puts people in one room, of which every one hears what the others say. The first of them makes it.
    ///
    /// - Parameter speakers: how many of them, from the first, will say something.
    func makeRoom(_ name: String, of members: [Member], speakers: Int) throws(BenchError)

    /// Counts the whole messages of a piece of a stream, and acknowledges what must be.
    ///
    /// - Returns: what they were, and how many bytes they had.
    func hear(_ bytes: UnsafeBufferPointer<UInt8>, by client: Client) throws(BenchError) -> (Heard, used: Int)
}

extension Contender {
    func logInAlone(_ client: Client) throws(BenchError) { try logIn(client, as: "anna") }
}

/// What a contender is measured for.
enum Role {
    case ours, peer
    /// No server that one would use: the least that one must do.
    case limit
}

/// One of a room.
struct Member {
    let client: Client
    let person: String
}

/// What a piece of a stream said.
struct Heard {
    var acknowledged = 0
    var delivered = 0
}

/// All that are measured.
enum Contenders {
    static let all: [any Contender] = [
        Understudy.inMemory, Understudy.stored, Understudy.byWebSocket, LineRelay.limit, Redis(), NATS(),
        Mosquitto(isStored: false), Mosquitto(isStored: true), NgIRCd(), LineRelay.swiftNIO,
    ]

    /// Those that keep what is said in a database.
    static func inDatabase(_ address: String) -> [any Contender] {
        [Understudy.inDatabase(address), Prosody(database: address)]
    }
}
