/// `highlight.list`: a page of the Shared with You shelf, in its order.
public struct ListHighlights: Sendable, Equatable {
    /// Only this app's: a person's choice; an app always gets its own alone.
    public var app: AppID?
    /// The most highlights of the page; all if left out.
    public var limit: Int?
    /// The highlight after which the page begins.
    public var after: HighlightID?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.optionalID("app")
        limit = try fields.optionalInteger("limit", in: 1...Int64(Int32.max)).map { Int($0) }
        after = try fields.optionalID("after")
    }
}

/// `highlightCenter.postNotice`: an app tells what its person did.
public struct PostNotice: Sendable, Equatable {
    /// The collaboration's link.
    public var url: String
    /// What happened.
    public var event: HighlightEvent

    /// Reads the params.
    ///
    /// - Parameter caller: the app's person, whom a membership event is about if it does not say.
    public init(from fields: inout JSONFields, caller: Handle) throws(InvalidField) {
        url = try fields.string("url")
        var event = try fields.fields("event")
        self.event = try HighlightEvent(from: &event, caller: caller)
        try event.finish()
    }
}
