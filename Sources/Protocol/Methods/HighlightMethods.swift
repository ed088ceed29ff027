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

/// `highlight.display` and `attribution.attach`: an app shows a highlight, and in which context.
public struct DisplayHighlight: Sendable, Equatable {
    /// How the person is consuming what the highlight leads to (`attr-enum-context`).
    public enum Context: String, CaseIterable, Sendable {
        /// It is offered, as on a shelf.
        case summary
        /// It is watched, heard or read.
        case detail
    }

    /// Which highlight.
    public var highlight: HighlightID
    /// In which context.
    public var context: Context

    /// That highlight in that context.
    public init(highlight: HighlightID, context: Context) {
        self.highlight = highlight
        self.context = context
    }

    /// Reads the params.
    ///
    /// - Parameter usual: the context where none is given; nil if one must be.
    public init(from fields: inout JSONFields, usual: Context? = nil) throws(InvalidField) {
        highlight = try fields.id("highlight")
        if let usual {
            context = try fields.optionalWord("context") ?? usual
        } else {
            context = try fields.word("context")
        }
    }
}

/// `highlightCenter.getHighlight`, `getCollaborationHighlight` and `collaborationHighlight`: an app looks for one of
/// its own.
public enum FindHighlight: Sendable, Equatable {
    /// By its link.
    case url(String)
    /// By its link, and only if it is a collaboration.
    case collaborationAt(url: String)
    /// By what it is called on every participant's device.
    case collaboration(ShareID)

    /// The member that names it.
    public var field: String {
        switch self {
        case .url, .collaborationAt: "url"
        case .collaboration: "collaborationIdentifier"
        }
    }
}

/// What a lookup of the highlight center fails with (`center-errors`).
public enum HighlightCenterErrorCode: Int, CaseIterable, Sendable {
    /// Nothing failed.
    case noError = 0
    /// The server could not answer.
    case internalError = 1
    /// The link is no link.
    case invalidURL = 2
    /// The link is not the app's, or not on its list: nothing is there, or the person did not permit it.
    case accessDenied = 3
}
