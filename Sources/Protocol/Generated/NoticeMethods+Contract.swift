// Written by script/contract: change the contract instead.

/// `notice.answer`: the owner answers a prompt about a change of the group (`group-sync-prompt-add`).
public struct AnswerNotice: Sendable, Equatable {
    /// The notice.
    public var notice: NoticeID
    /// The id of one of its actions.
    public var action: String

    /// Creates a value from its members.
    public init(notice: NoticeID, action: String) {
        self.notice = notice
        self.action = action
    }
}

extension AnswerNotice: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("notice") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        notice = try fields.read("notice")
        action = try fields.read("action")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("notice", notice)
        json.member("action", action)
    }
}

/// `highlightCenter.postNotice`: an app posts an event of its person.
public struct PostNotice: Sendable, Equatable {
    /// The link of the collaboration, or one to a view inside it: deeper in its path, or with a query or a fragment.
    public var url: String
    /// The event.
    public var event: Event

    /// Creates a value from its members.
    public init(url: String, event: Event) {
        self.url = url
        self.event = event
    }
}

extension PostNotice: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("url") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        url = try fields.read("url")
        event = try fields.read("event")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("url", url)
        json.member("event", event)
    }
}

/// A notice, by its id.
public struct NoticeReference: Sendable, Equatable {
    /// The notice.
    public var notice: NoticeID

    /// Creates a value from its members.
    public init(notice: NoticeID) {
        self.notice = notice
    }
}

extension NoticeReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("notice") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        notice = try fields.read("notice")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("notice", notice)
    }
}
