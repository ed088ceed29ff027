/// All that could be seen when a step was done: what a trace shows of it.
///
/// It holds what is new since the step before, but for the screens, which are whole.
public struct StepScene: Hashable, Sendable {
    /// One person's terminal as it was drawn.
    public struct Screen: Hashable, Sendable {
        /// The display name.
        public var person: String
        /// Whether the person was online.
        public var isOnline: Bool
        /// Whether the person was never online so far: nothing was drawn.
        public var isAwaited = false
        /// What was drawn.
        public var grid: Grid
    }

    /// One message on one stream.
    public struct WireMessage: Hashable, Sendable {
        /// Which way it went.
        public enum Direction: String, Hashable, Sendable {
            case toServer, fromServer
        }

        /// Whose stream it was: `Anna`, `Notes for Anna`, `observer`.
        public var stream: String
        /// Which way it went.
        public var direction: Direction
        /// The JSON text, at most ``bytesMax`` bytes of it.
        public var text: String

        /// Longer messages are cut there.
        public static let bytesMax = 4_096
    }

    /// The text of one document.
    public struct Page: Hashable, Sendable {
        /// Its link.
        public var url: String
        /// Its title.
        public var title: String
        /// The revision.
        public var revision: Int64
        /// What it says.
        public var content: String
    }

    /// Everyone's terminal, in the order in which they came into the story.
    public var screens: [Screen] = []
    /// Who acts in the step, by their place among ``screens``.
    public var actor: Int?
    /// What went over the streams during the step, in order; what the player itself asked to see is not among it.
    public var wire: [WireMessage] = []
    /// What the server decided about what came into being during the step.
    public var decisions: [DeliveryDecision] = []
    /// The documents that changed.
    public var pages: [Page] = []
    /// How much there was beside that.
    public var leftOut = LeftOut()

    /// What a bounded scene has no room for.
    public struct LeftOut: Hashable, Sendable {
        /// Terminals that were not drawn.
        public var screens = 0
        /// Messages on the streams.
        public var wire = 0
        /// Things that came into being and whose decisions were not asked for.
        public var decisions = 0
    }
}
