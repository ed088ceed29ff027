// Written by script/contract: change the contract instead.

/// The options of a new collaboration, after `SWCollaborationShareOptions`: groups of options with the selected ones,
/// and a summary (`opt-share-options`).
public struct ShareOptions: Sendable, Equatable {
    /// The groups, in order.
    public var groups: [Group]
    /// The app's own summaries; the first that matches is shown.
    public var summaries: [Summary]

    /// Creates a value from its members.
    public init(groups: [Group], summaries: [Summary] = []) {
        self.groups = groups
        self.summaries = summaries
    }
}

extension ShareOptions: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("groups") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        groups = try fields.read("groups")
        summaries = try fields.readOptional("summaries") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("groups", groups)
        if !summaries.isEmpty { json.member("summaries", summaries) }
    }
}

extension ShareOptions {
    /// The effect of an option on the system, in addition to its meaning for the app (`options-set`).
    public enum Effect: String, CaseIterable, Sendable {
        /// Everyone can view.
        case `readOnly`
        /// Everyone can make changes.
        case `readWrite`
        /// Only invited people can open it.
        case `private`
        /// Anyone with the link can open it.
        case `public`
        /// Collaborators can add people.
        case `inviting`
    }
}

extension ShareOptions.Effect: JSONWord {}

extension ShareOptions.Group {
    /// The kind of a group of options.
    public enum Kind: String, CaseIterable, Sendable {
        /// Switches: each option is on or off (`opt-group-switches`).
        case `switches`
        /// A picker: exactly one option is selected (`opt-group-picker`).
        case `picker`
    }
}

extension ShareOptions.Group.Kind: JSONWord {}

extension ShareOptions {
    /// An app's own summary of a selection.
    public struct Summary: Sendable, Equatable {
        /// The options that must all be selected for this summary.
        public var when: [String]
        /// The text.
        public var summary: String

        /// Creates a value from its members.
        public init(when: [String] = [], summary: String) {
            self.when = when
            self.summary = summary
        }
    }
}

extension ShareOptions.Summary: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("summary") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        when = try fields.readOptional("when") ?? []
        summary = try fields.read("summary")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("when", when)
        json.member("summary", summary)
    }
}

/// The app's summary of the options at the start of a share. It is shown while access and permission stay the same.
public struct StartedSummary: Sendable, Equatable {
    /// The text.
    public var text: String
    /// The access at that time.
    public var access: Share.Access
    /// The permission at that time.
    public var permission: Share.Permission

    /// Creates a value from its members.
    public init(text: String, access: Share.Access, permission: Share.Permission) {
        self.text = text
        self.access = access
        self.permission = permission
    }
}

extension StartedSummary: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("text") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        text = try fields.read("text")
        access = try fields.read("access")
        permission = try fields.read("permission")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("text", text)
        json.member("access", access)
        json.member("permission", permission)
    }
}

extension ShareOptions {
    /// The options with the current selection.
    public struct Choice: Sendable, Equatable {
        /// The groups, in order.
        public var groups: [Group]
        /// The summary of the selection.
        public var summary: String

        /// Creates a value from its members.
        public init(groups: [Group] = [], summary: String) {
            self.groups = groups
            self.summary = summary
        }
    }
}

extension ShareOptions.Choice: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("summary") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        groups = try fields.readOptional("groups") ?? []
        summary = try fields.read("summary")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("groups", groups)
        json.member("summary", summary)
    }
}
