/// One item of Shared with You.
public struct ShelfItem: Equatable, Sendable {
    /// The highlight's id.
    public var id: String
    /// The document's title, or nil.
    public var title: String?
    /// The app's name, or nil.
    public var app: String?
    /// Where it leads.
    public var url: String
    /// Whether this person pinned it.
    public var isPinned: Bool
    /// Who shared it, by display name, newest first.
    public var from: [String]
    /// The conversation to reply in.
    public var conversation: String?
    /// Why it is here.
    public var why: String
    /// The same in numbers, a line each; empty where the server does not tell.
    public var ranking: [String] = []

    /// An item.
    public init(
        id: String, title: String? = nil, app: String? = nil, url: String, isPinned: Bool = false,
        from: [String] = [], conversation: String? = nil, why: String = ""
    ) {
        self.id = id
        self.title = title
        self.app = app
        self.url = url
        self.isPinned = isPinned
        self.from = from
        self.conversation = conversation
        self.why = why
    }

    /// Who shared it, in one line: `From Anna`, `From Anna and Bea`, `From Anna + 2`.
    public var attribution: String { AttributionPainter.label(from) }
}
