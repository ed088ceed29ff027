/// Something that an app has to answer, after `SWAction`: in the form in which the app itself gets it. It has no field
/// for a handle, a name or a conversation (`id-no-handles`, `meta-initiator-private`).
public struct RequestedAction: Sendable, Equatable {
    /// What is asked of the app.
    public enum Kind: String, CaseIterable, Sendable {
        /// To make a link and an identifier for a collaboration that begins (`act-start`).
        case startCollaboration
        /// To let people in, and others no longer (`act-participants`).
        case updateCollaborationParticipants
    }

    /// How it ended.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The app did it.
        case fulfilled
        /// The app said that it cannot.
        case failed
        /// The app said nothing in time (`act-contract`).
        case timedOut
        /// Nobody needs an answer any more.
        case cancelled
    }

    /// What is known of the collaboration, after `SWCollaborationMetadata` (`meta-fields`).
    public struct Metadata: Sendable, Equatable {
        /// The sending app's own name for its document, on this device: nobody else is ever sent it (`meta-local-id`).
        public var localIdentifier: String?
        /// By which it is known on every device, once it is.
        public var collaborationIdentifier: String?
        /// The title.
        public var title: String
        /// The options as the app registered them.
        public var defaultShareOptions: ShareOptions
        /// The same with what the person chose.
        public var userSelectedShareOptions: ShareOptions

        /// Metadata.
        public init(
            localIdentifier: String?, collaborationIdentifier: String?, title: String,
            defaultShareOptions: ShareOptions, userSelectedShareOptions: ShareOptions
        ) {
            self.localIdentifier = localIdentifier
            self.collaborationIdentifier = collaborationIdentifier
            self.title = title
            self.defaultShareOptions = defaultShareOptions
            self.userSelectedShareOptions = userSelectedShareOptions
        }
    }

    /// Its id, by which it is answered.
    public var id: ActionID
    /// What is asked.
    public var kind: Kind
    /// Until when it can be answered.
    public var dueAt: Instant
    /// What it is about.
    public var metadata: Metadata
    /// Who is to be let in.
    public var added: [PersonIdentity]
    /// Who is to be let in no longer.
    public var removed: [PersonIdentity]

    /// An action.
    public init(
        id: ActionID, kind: Kind, dueAt: Instant, metadata: Metadata, added: [PersonIdentity] = [],
        removed: [PersonIdentity] = []
    ) {
        self.id = id
        self.kind = kind
        self.dueAt = dueAt
        self.metadata = metadata
        self.added = added
        self.removed = removed
    }
}

/// The id of an ``RequestedAction``.
public typealias ActionID = Identifier<RequestedAction>

extension RequestedAction.Metadata: JSONWritable {
    /// Appends `{localIdentifier?, collaborationIdentifier?, title, defaultShareOptions, userSelectedShareOptions}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("localIdentifier", localIdentifier)
            $0.member("collaborationIdentifier", collaborationIdentifier)
            $0.member("title", title)
            $0.key("defaultShareOptions")
            defaultShareOptions.writeChoice(to: &$0)
            $0.key("userSelectedShareOptions")
            userSelectedShareOptions.writeChoice(to: &$0)
        }
    }

    /// Reads what ``write(to:)`` writes, but for the lines of other choices than the one that was made.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        localIdentifier = try fields.optionalString("localIdentifier")
        collaborationIdentifier = try fields.optionalString("collaborationIdentifier")
        title = try fields.string("title")
        defaultShareOptions = try Self.choice("defaultShareOptions", &fields)
        userSelectedShareOptions = try Self.choice("userSelectedShareOptions", &fields)
    }

    private static func choice(_ key: String, _ fields: inout JSONFields) throws(InvalidField) -> ShareOptions {
        var inner = try fields.fields(key)
        var options = try ShareOptions(from: &inner)
        let summary = try inner.string("summary")
        if summary != options.summary { options.summaries = [.init(when: [], summary: summary)] }
        return options
    }
}

extension RequestedAction: JSONWritable {
    /// Appends `{id, kind, dueAt, metadata, addedIdentities?, removedIdentities?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("kind", kind.rawValue)
            $0.member("dueAt", dueAt)
            $0.member("metadata", metadata)
            if kind == .updateCollaborationParticipants {
                $0.member("addedIdentities", added)
                $0.member("removedIdentities", removed)
            }
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        kind = try fields.word("kind")
        dueAt = try fields.instant("dueAt")
        var inner = try fields.fields("metadata")
        metadata = try Metadata(from: &inner)
        added = try fields.list("addedIdentities") { fields throws(InvalidField) in
            try PersonIdentity(from: &fields)
        }
        removed = try fields.list("removedIdentities") { fields throws(InvalidField) in
            try PersonIdentity(from: &fields)
        }
    }
}
