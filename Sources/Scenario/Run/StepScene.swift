import ChatScreens
import ChatTerminal

/// The state after a step, as a trace shows it.
///
/// It contains only what is new since the step before, except for the screens, which are complete.
struct StepScene: Equatable, Sendable {
    /// The image of a terminal. The player stores the state only; a report draws it on its own thread.
    enum Picture: Equatable, Sendable {
        case drawn(Grid)
        case undrawn(ChatState)

        /// The size of a drawn terminal: wide enough for a thread, and narrow enough to place several side by side.
        static let size = Size(columns: 48, rows: 24)

        /// Returns the drawn terminal.
        ///
        /// - Parameter kept: The rows that were laid out for other images. Most entries look the same to everyone but
        ///   their sender.
        func grid(_ kept: EntryRows) -> Grid {
            switch self {
            case .drawn(let grid): grid
            case .undrawn(let state): ChatScreen.render(state, size: Self.size, kept: kept)
            }
        }
    }

    /// The terminal of one person.
    struct Screen: Equatable, Sendable {
        /// The display name.
        var person: String
        /// True if the person was online.
        var isOnline: Bool
        /// True if the person has not been online so far. The terminal is not drawn then.
        var isAwaited = false
        /// The image of the terminal.
        var picture: Picture
    }

    /// One message on one stream.
    struct WireMessage: Hashable, Sendable {
        /// The direction of a message.
        enum Direction: String, Hashable, Sendable {
            case toServer, fromServer
        }

        /// The name of the stream: `Anna`, `Notes for Anna`, `observer`.
        var stream: String
        var direction: Direction
        /// The JSON text on the wire. A long one contains just enough bytes to show that it is cut.
        var bytes: [UInt8]

        /// The length in bytes at which a message is cut.
        static let bytesMax = 4_096

        /// The message as text, at most ``bytesMax`` bytes and never cut within a character.
        var text: String {
            var end = min(bytes.count, Self.bytesMax)
            while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            return String(decoding: bytes[..<end], as: UTF8.self)
        }
    }

    /// The text of one document.
    struct Page: Hashable, Sendable {
        /// The link of the document.
        var url: String
        var title: String
        var revision: Int64
        /// The text of the document.
        var content: String
    }

    /// The terminals of all people, in the order in which they entered the scenario.
    var screens: [Screen] = []
    /// The index among ``screens`` of the person who acts in the step; nil if no person acts.
    var actor: Int?
    /// The messages on the streams during the step, in order, without those that the player itself requested.
    var wire: [WireMessage] = []
    /// The server's decisions about the messages and notices that were created during the step.
    var decisions: [DeliveryDecision] = []
    /// The documents that changed during the step.
    var pages: [Page] = []
    /// The numbers of omitted items.
    var leftOut = LeftOut()

    /// The numbers of items that a scene of limited size omits.
    struct LeftOut: Hashable, Sendable {
        /// The number of terminals that were not drawn.
        var screens = 0
        /// The number of omitted messages on the streams.
        var wire = 0
        /// The number of new messages and notices whose decisions were not requested.
        var decisions = 0
    }
}

/// A decision about the delivery of one message, notice or link to one person, from `delivery.explain`.
struct DeliveryDecision: Hashable, Sendable {
    /// The display name of the person.
    var person: String
    /// The subject, in words: `the notice “Bea edited “Trip plan””`, `the message “Hi”`, or a link.
    var about: String
    /// True if the subject was delivered.
    var isDelivered: Bool
    /// The rules that decided, in the order in which the server applied them.
    var reasons: [Reason]

    /// One rule.
    struct Reason: Hashable, Sendable {
        /// The id of the rule in the feature table.
        var rule: String
        /// The explanation that the server gives for this case.
        var text: String
    }
}
