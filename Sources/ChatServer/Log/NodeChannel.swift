public import ChatProtocol

/// How the nodes that serve the same worlds reach each other beside the log. What one says all of them hear, itself too,
/// in one order; it is kept nowhere, and may be lost.
///
/// It belongs to whoever opened it, as a log does.
public protocol NodeChannel: AnyObject {
    /// What this node is called among them.
    var node: String { get }

    /// How often it began to hear: what was said between one time and the next was not heard.
    var generation: Int { get }

    /// Whether it was out of touch for so long that the others may count on this node having told nobody anything that
    /// they do not know of: they wait for it no more.
    var mayBeGivenUp: Bool { get }

    /// What can be waited for, so that ``read()`` is called when something came; nil while there is none.
    var descriptor: Int32? { get }

    /// Reads what came.
    func read()

    /// Whether something was heard since the last look: it may have come with an answer of the database.
    var hasHeard: Bool { get }

    /// What was heard since the last look.
    func takeHeard() -> [HeardWords]

    /// Says something in a world. When this returns, all hear it before whatever is said later, wherever that is.
    func say(_ words: [[UInt8]], in world: WorldName) throws(LogError)

    /// The time by the clock that the nodes share, in milliseconds since 1970; nil if there is none.
    var now: Int64? { get }

    /// The other nodes that may have told somebody something.
    func others() throws(LogError) -> [OtherNode]

    /// Notes that of the sessions that were noted here those alone are left.
    func keepSessions(_ ids: [String]) throws(LogError)
}

extension NodeChannel {
    /// It is never out of touch.
    public var mayBeGivenUp: Bool { false }

    /// Each goes by its own clock.
    public var now: Int64? { nil }

    /// None were noted.
    public func keepSessions(_: [String]) {}
}

/// A node as another sees it.
public struct OtherNode: Sendable, Equatable {
    /// What it is called.
    package var name: String
    /// Whether it lives: what is said is heard there.
    package var lives: Bool

    package init(name: String, lives: Bool) { (self.name, self.lives) = (name, lives) }
}

/// What a node heard.
public struct HeardWords: Sendable, Equatable {
    /// What it is about.
    package enum Content: Sendable, Equatable {
        /// The log of a world has grown, and ends there.
        case appended(through: Int64)
        /// A world was emptied or taken away.
        case emptied
        /// Something was said.
        case said([UInt8])
        /// Somebody changed the tokens, of all worlds.
        case tokensChanged
    }

    /// Who said it.
    package var node: String
    /// In which world.
    package var world: WorldName
    package var content: Content

    package init(_ content: Content, in world: WorldName, by node: String) {
        (self.content, self.world, self.node) = (content, world, node)
    }
}
