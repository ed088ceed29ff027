import ChatScreens
import ChatTerminal

/// All that could be seen when a step was done: what a trace shows of it.
///
/// It holds what is new since the step before, but for the screens, which are whole.
struct StepScene: Equatable, Sendable {
    /// What a terminal showed. Whoever plays does not draw it: a report does, on a thread of its own.
    enum Picture: Equatable, Sendable {
        case drawn(Grid)
        case undrawn(ChatState)

        /// How large a terminal is drawn: wide enough for a thread, and narrow enough for several side by side.
        static let size = Size(columns: 48, rows: 24)

        /// The terminal.
        ///
        /// - Parameter kept: What was laid out for other pictures: most entries look the same to all but who wrote them.
        func grid(_ kept: EntryRows) -> Grid {
            switch self {
            case .drawn(let grid): grid
            case .undrawn(let state): ChatScreen.render(state, size: Self.size, kept: kept)
            }
        }
    }

    /// One person's terminal.
    struct Screen: Equatable, Sendable {
        /// The display name.
        var person: String
        /// Whether the person was online.
        var isOnline: Bool
        /// Whether the person was never online so far: nothing was drawn.
        var isAwaited = false
        /// What it showed.
        var picture: Picture
    }

    /// One message on one stream.
    struct WireMessage: Hashable, Sendable {
        /// Which way it went.
        enum Direction: String, Hashable, Sendable {
            case toServer, fromServer
        }

        /// Whose stream it was: `Anna`, `Notes for Anna`, `observer`.
        var stream: String
        /// Which way it went.
        var direction: Direction
        /// The JSON text as it went; of a long one no more than shows where it is cut.
        var bytes: [UInt8]

        /// Longer messages are cut there.
        static let bytesMax = 4_096

        /// The message as text, cut where it is long, and never within a character.
        var text: String {
            var end = min(bytes.count, Self.bytesMax)
            while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            return String(decoding: bytes[..<end], as: UTF8.self)
        }
    }

    /// The text of one document.
    struct Page: Hashable, Sendable {
        /// Its link.
        var url: String
        /// Its title.
        var title: String
        /// The revision.
        var revision: Int64
        /// What it says.
        var content: String
    }

    /// Everyone's terminal, in the order in which they came into the story.
    var screens: [Screen] = []
    /// Who acts in the step, by their place among ``screens``.
    var actor: Int?
    /// What went over the streams during the step, in order; what the player itself asked to see is not among it.
    var wire: [WireMessage] = []
    /// What the server decided about what came into being during the step.
    var decisions: [DeliveryDecision] = []
    /// The documents that changed.
    var pages: [Page] = []
    /// How much there was beside that.
    var leftOut = LeftOut()

    /// What a bounded scene has no room for.
    struct LeftOut: Hashable, Sendable {
        /// Terminals that were not drawn.
        var screens = 0
        /// Messages on the streams.
        var wire = 0
        /// Things that came into being and whose decisions were not asked for.
        var decisions = 0
    }
}
