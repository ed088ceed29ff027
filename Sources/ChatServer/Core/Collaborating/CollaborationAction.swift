public import ChatProtocol

/// Something that an app has to answer, as the log keeps it: with the people, whom the app's own form
/// (``RequestedAction``) has no field for.
public struct CollaborationAction: Equatable, Sendable {
    /// What the answer is for.
    public enum Purpose: Equatable, Sendable {
        /// A collaboration that begins: the app is to make its link.
        case start(StartID)
        /// The same, a step later, or a document that is shared already and sent on: the app is to let people in. The
        /// share is as it will be; `isNew` says that there is none before.
        case send(StartID, Share, isNew: Bool)
        /// A share that is to come into being without being sent: the app is to make its link.
        case create(StartID, Share)
        /// A change of who is on a share or can open it.
        case save(StartID, ShareID, SaveShare)
        /// A group changed, and the owner said that the share is to follow it.
        case prompt(NoticeID, ShareID)
    }

    /// Its id: `x` and the position of the fact that says it.
    public var id: ActionID
    /// The app that is asked.
    public var app: AppID
    /// The person as whom it is asked.
    public var person: Handle
    /// Until when it can answer.
    public var dueAt: Instant
    /// What the answer is for.
    public var purpose: Purpose
    /// The title of the document.
    public var title: String
    /// Where the message goes; nil where none does.
    public var conversation: ConversationID?
    /// The options of the app as they were then.
    public var options: ShareOptions
    /// Which of them were chosen.
    public var selected: [String]
    /// The forms in which the document comes beside its link.
    public var representations: [Share.Representation] = []
    /// Who is to be let in.
    public var added: [Handle] = []
    /// Who is to be let in no longer.
    public var removed: [Handle] = []

    /// What is asked.
    var kind: RequestedAction.Kind {
        switch purpose {
        case .start, .create: .startCollaboration
        case .send, .save, .prompt: .updateCollaborationParticipants
        }
    }

    /// What its person waits for, if it is not an answered prompt.
    var start: StartID? {
        switch purpose {
        case .start(let id), .send(let id, _, _), .create(let id, _), .save(let id, _, _): id
        case .prompt: nil
        }
    }

    /// The share that is not there yet.
    var draft: Share? {
        switch purpose {
        case .send(_, let share, true), .create(_, let share): share
        case .start, .send, .save, .prompt: nil
        }
    }

    /// The share that is there already, by its id.
    var existing: ShareID? {
        switch purpose {
        case .send(_, let share, false): share.id
        case .prompt(_, let share), .save(_, let share, _): share
        case .start, .send, .create: nil
        }
    }
}

extension CollaborationAction: JSONWritable {
    private enum Step: String, CaseIterable { case start, send, create, save, prompt }

    /// Appends the action as the log keeps it.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("app", app)
            $0.member("person", person)
            $0.member("dueAt", dueAt)
            switch purpose {
            case .start(let start):
                $0.member("for", Step.start.rawValue)
                $0.member("start", start)
            case .send(let start, let share, let isNew):
                $0.member("for", Step.send.rawValue)
                $0.member("start", start)
                $0.member("share", share)
                $0.member("new", isNew)
            case .create(let start, let share):
                $0.member("for", Step.create.rawValue)
                $0.member("start", start)
                $0.member("share", share)
            case .save(let start, let share, let save):
                $0.member("for", Step.save.rawValue)
                $0.member("start", start)
                $0.member("shareID", share)
                $0.member("save", save)
            case .prompt(let notice, let share):
                $0.member("for", Step.prompt.rawValue)
                $0.member("notice", notice)
                $0.member("shareID", share)
            }
            $0.member("title", title)
            $0.member("conversation", conversation)
            $0.member("options", options)
            $0.member("selected", selected)
            if !representations.isEmpty { $0.member("representations", representations.map(\.rawValue)) }
            if !added.isEmpty { $0.member("added", added) }
            if !removed.isEmpty { $0.member("removed", removed) }
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        app = try fields.id("app")
        person = try fields.handle("person")
        dueAt = try fields.instant("dueAt")
        switch try fields.word("for", Step.self) {
        case .start: purpose = .start(try fields.id("start"))
        case .send:
            var share = try fields.fields("share")
            purpose = .send(
                try fields.id("start"), try Share(from: &share), isNew: try fields.bool("new"))
        case .create:
            var share = try fields.fields("share")
            purpose = .create(try fields.id("start"), try Share(from: &share))
        case .save:
            var save = try fields.fields("save")
            purpose = .save(try fields.id("start"), try fields.id("shareID"), try SaveShare(from: &save))
        case .prompt: purpose = .prompt(try fields.id("notice"), try fields.id("shareID"))
        }
        title = try fields.string("title")
        conversation = try fields.optionalID("conversation")
        var inner = try fields.fields("options")
        options = try ShareOptions(from: &inner)
        selected = try fields.strings("selected")
        representations = try fields.words("representations") ?? []
        added = try fields.optionalHandles("added") ?? []
        removed = try fields.optionalHandles("removed") ?? []
    }
}

/// What is kept of a draft that was sent and waits: gone from the log when it waits no longer.
public struct KeptDraft: Equatable, Sendable {
    /// What is said before the link.
    public var text: String?
    /// The app's own name for its document, which nobody else is sent (`meta-local-id`).
    public var localIdentifier: String?
}
