public import ChatProtocol

/// The documents of an app that runs as a person. The service opens and changes documents, and reports changes by other
/// people. The server decides what the person may do. It refuses an action that a screen should not have offered.
///
/// Only ``AppSession/turn()`` calls handlers.
public final class DocumentService {
    /// An error of a request about a document.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another person saved first. The document is the newest version, and nothing was overwritten.
        case stale(SharedDocument)
        /// The server refused the request, with a reason and a sentence.
        case refused(RPCError.Reason, String)
        /// The server's answer does not follow the contract.
        case unreadable(String)

        /// A sentence on which a person can act.
        public var description: String {
            switch self {
            case .stale: "Another person changed the document. Your text is kept, but not saved yet."
            case .refused(_, let message): message
            case .unreadable(let what): "The answer cannot be read: \(what)."
            }
        }
    }

    /// Receives the document or the error.
    public typealias Completion = (Result<SharedDocument, Failure>) -> Void

    /// Called when a document changed, by any person. Receives the new version.
    public var onChange: ((SharedDocument) -> Void)?
    /// Called when this person changed a document, on any device. ``CollaborationEvents`` makes events of the changes.
    public var onOwnChange: ((SharedDocument, SharedDocument.Change) -> Void)?
    /// Called when the person's access to a document changed: it was lost, restricted, extended or regained. If access
    /// to an open document was lost, the document is already closed.
    public var onAccessChange: ((_ document: DocumentID, _ url: String, _ access: SharedDocument.Access) -> Void)?
    /// Called when the number of people who have a document open changed.
    public var onPresence: ((_ url: String, _ activeParticipantCount: Int) -> Void)?

    let session: AppSession
    /// The ids of the open documents by their links.
    private var open: [String: DocumentID] = [:]
    /// The documents in shared folders that were opened and not closed, also those to which the access was lost.
    private var children: [DocumentID: (url: String, parent: DocumentID)] = [:]
    private var active: [String: Int] = [:]
    private var endAtLogin: Int64 = 0

    /// Creates the service of a session.
    public init(_ session: AppSession) {
        self.session = session
        session.listen { [weak self] event in self?.handle(event) }
    }

    /// Creates a document of the app, which no other person can see yet. It has a link of the app.
    ///
    /// - Parameters:
    ///   - folder: the document that represents the folder in which the new one is; nil for none. In a shared folder, its
    ///     people can open the new document.
    ///   - covers: the folder that the new document represents; nil for a document with a content (`ck-zone-share`).
    public func create(
        title: String, in folder: DocumentID? = nil, covers: String? = nil, then: @escaping Completion
    ) {
        let request = CreateDocument(title: title, parent: folder, covers: covers)
        session.ask(.request(.documentCreate(request))) { [weak self] answer in
            guard let self else { return }
            then(read(answer))
        }
    }

    /// Lists the app's documents that the person can read, the last changed first, without their text.
    ///
    /// - Parameters:
    ///   - last: the last document of the previous page; nil for the first page.
    ///   - then: receives the page and whether more documents follow, or the error.
    public func list(
        after last: DocumentID? = nil, then: @escaping (Result<([SharedDocument], more: Bool), Failure>) -> Void
    ) {
        session.ask(.request(.documentList(.init(after: last)))) { answer in
            switch answer {
            case .failure(let refusal): then(.failure(.refused(refusal.reason, refusal.sentence)))
            case .success(let result):
                do throws(InvalidField) {
                    var fields = try JSONFields(result)
                    let documents = try fields.list("documents", of: AppDocument.self)
                    then(
                        .success((documents.map { SharedDocument($0) }, more: try fields.optionalBool("more") ?? false))
                    )
                } catch {
                    then(.failure(.unreadable(error.description)))
                }
            }
        }
    }

    /// Opens a document. This accepts an invitation, marks the notices about the document as seen, and counts the
    /// person as active in it.
    public func open(_ url: String, then: @escaping Completion) {
        session.ask(.request(.documentOpen(.url(url)))) { [weak self] answer in
            guard let self else { return }
            let result = read(answer)
            if case .success(let document) = result {
                open[document.url] = document.id
                children[document.id] = document.parent.map { (document.url, $0) }
            }
            then(result)
        }
    }

    /// Closes a document. The person no longer counts as active in it.
    public func close(_ url: String) {
        if let document = open[url] { children[document] = nil }
        forget(url)
        session.ask(.live(.documentClose(.url(url)))) { _ in }
    }

    private func forget(_ url: String) { (open[url], active[url]) = (nil, nil) }

    /// Replaces the text that the person has read.
    ///
    /// - Parameter then: receives ``Failure/stale(_:)`` with the newest version if another person saved first.
    public func edit(_ document: SharedDocument, text: String, then: @escaping Completion) {
        let edit = EditDocument(document: .url(document.url), text: text, revision: document.revision)
        session.ask(.request(.documentEdit(edit))) { [weak self] answer in
            guard let self else { return }
            if case .failure(let refusal) = answer, case .document(let now)? = refusal.detail {
                let current = read(.success(["document": now]))
                return then(current.flatMap { .failure(.stale($0)) })
            }
            finish(answer, then)
        }
    }

    /// Adds a comment. People with read-only permission can comment too.
    public func comment(_ document: SharedDocument, text: String, then: @escaping Completion) {
        change(.documentComment(.init(document: .url(document.url), text: text)), then)
    }

    /// Renames a document.
    public func rename(_ document: SharedDocument, title: String, then: @escaping Completion) {
        change(.documentRename(.init(document: .url(document.url), title: title)), then)
    }

    /// Moves a document into a folder.
    public func move(_ document: SharedDocument, folder: String, then: @escaping Completion) {
        change(.documentMove(.init(document: .url(document.url), folder: folder)), then)
    }

    /// Deletes a document for all participants.
    public func delete(_ document: SharedDocument, then: @escaping Completion) {
        change(.documentDelete(.url(document.url)), then)
    }

    private func change(_ request: Request, _ then: @escaping Completion) {
        session.ask(.request(request)) { [weak self] answer in self?.finish(answer, then) }
    }

    private func finish(_ answer: AppSession.Answer, _ then: @escaping Completion) {
        let result = read(answer)
        // An answer without a change means that the document was like that already, so no event is needed.
        if case .success(let document) = result, case .success(let value) = answer,
            var fields = try? JSONFields(value),
            let action: SharedDocument.Change.Action = try? fields.readOptional("change")
        {
            onOwnChange?(document, SharedDocument.Change(action: action, isMine: true))
        }
        then(result)
    }

    private func read(_ answer: AppSession.Answer) -> Result<SharedDocument, Failure> {
        switch answer {
        case .failure(let refusal): return .failure(.refused(refusal.reason, refusal.sentence))
        case .success(let result):
            do throws(InvalidField) {
                var fields = try JSONFields(result)
                let told: AppDocument = try fields.read("document")
                let document = SharedDocument(told, active: active[told.url] ?? 0)
                active[document.url] = document.activeParticipantCount
                return .success(document)
            } catch {
                return .failure(.unreadable(error.description))
            }
        }
    }

    private func handle(_ event: AppStreamEvent) {
        if case .documentChanged(let told, let change)? = event.told {
            let document = SharedDocument(told, active: active[told.url] ?? 0)
            onChange?(document)
            // With a folder its share ends. The documents in it stay open to their owner only.
            for (child, place) in children.sorted(by: { $0.key < $1.key })
            where told.isDeleted && place.parent == told.id && open[place.url] == child {
                open(place.url) { [weak self] in self?.reopened(child, place.url, $0) }
            }
            // The app on another device has posted the changes that happened while this session was disconnected.
            if change.isMine, event.cursor > endAtLogin { onOwnChange?(document, change) }
        } else if case .appDocumentPresence(_, let url, let count)? = event.toldLive {
            active[url] = count
            onPresence?(url, count)
        } else if case .documentAccessChanged(let document, let url, let access)? = event.told {
            noteAccess(access, to: document, url)
            // The share of a folder gives the access to its documents (`ck-zone-share`).
            for (child, place) in children.sorted(by: { $0.key < $1.key }) where place.parent == document {
                noteAccess(access, to: child, place.url)
            }
        } else if case .welcome(_, let cursor) = event {
            endAtLogin = cursor
            // The new session is not active in any document yet.
            for (url, document) in open.sorted(by: { $0.key < $1.key }) {
                open(url) { [weak self] in self?.reopened(document, url, $0) }
            }
        }
    }

    private func noteAccess(_ access: SharedDocument.Access, to document: DocumentID, _ url: String) {
        if access == .lost, open[url] == document { forget(url) }
        onAccessChange?(document, url, access)
    }

    private func reopened(_ document: DocumentID, _ url: String, _ result: Result<SharedDocument, Failure>) {
        switch result {
        case .success(let document): onChange?(document)
        // The access was lost while the session was disconnected.
        case .failure(.refused(.notFound, _)):
            forget(url)
            onAccessChange?(document, url, .lost)
        case .failure: break
        }
    }
}

/// A document as an app sees it that runs as a person: its content, without the names of people.
public struct SharedDocument: Hashable, Sendable {
    /// A comment on the document.
    public typealias Comment = AppDocument.Comment
    /// A change of the document, in the terms of highlight events.
    public typealias Change = AppDocumentChange
    /// The access of the person.
    public typealias Access = AppDocument.Access

    /// The id of the document.
    public var id: DocumentID
    /// The link of the document.
    public var url: String
    /// The title of the document.
    public var title: String
    /// The text; empty if the server did not send it.
    public var text: String
    /// The number of saves. An edit names the revision that it is based on.
    public var revision: Int64
    /// The folder that contains the document; nil for none.
    public var folder: String?
    /// The folder that the document represents; nil for a document with a content (`ck-zone-share`).
    public var covers: String?
    /// The document that represents the shared folder in which this one is; nil if it is in none.
    public var parent: DocumentID?
    /// True if the document represents a folder in which the person may make documents.
    public var takesDocuments: Bool
    /// The comments, oldest first.
    public var comments: [Comment]
    /// True if the person may change the content.
    public var canEdit: Bool
    /// The number of people who have the document open.
    public var activeParticipantCount: Int
    /// True if the document was deleted.
    public var isDeleted: Bool

    /// Creates the document of a server's answer or notification.
    ///
    /// - Parameter active: the number of people who have it open, for an answer without that number.
    init(_ told: AppDocument, active: Int = 0) {
        id = told.id
        url = told.url
        title = told.title
        text = told.text ?? ""
        revision = told.revision
        folder = told.folder
        comments = told.comments ?? []
        (covers, parent) = (told.covers, told.parent)
        (canEdit, takesDocuments) = (told.canEdit && covers == nil, told.canEdit && covers != nil)
        activeParticipantCount = told.activeParticipantCount ?? active
        isDeleted = told.isDeleted
    }
}

/// Notifies the other people in the conversation of what this person did to a document: an edit, a comment, a new name
/// or a mention (`ev-from-center`). The server notifies them only if an app posts an event. This class posts the events
/// of a simulated app.
///
/// A change becomes one notice, also if the person runs the app on several devices. All devices post it under the same
/// client id, which consists of the document's id and its revision.
public final class CollaborationEvents {
    /// True if the app posts events. An app need not post any (`notice-optional`).
    public var isOn = true
    /// True if the app supports mentions. If false, it posts no mention (`ev-mention-precond`).
    public var postsMentions = true

    private let center: HighlightCenter
    /// The newest posted revision of each document. A session that resumes receives its own changes again. If the
    /// server refused an event before the document was shared, the event must not be posted later.
    private var posted: [DocumentID: Int64] = [:]

    /// Posts the events of the changes that a document service reports.
    public init(_ center: HighlightCenter, of documents: DocumentService) {
        self.center = center
        documents.onOwnChange = { [weak self] document, change in self?.post(change, of: document) }
    }

    /// Posts one change, and a mention for each mentioned person.
    public func post(_ change: SharedDocument.Change, of document: SharedDocument) {
        guard isOn, document.revision > posted[document.id] ?? 0 else { return }
        posted[document.id] = document.revision
        let id = "change-\(document.id)-\(document.revision)"
        center.post(Self.event(change.kind), about: document.url, clientID: id)
        guard postsMentions else { return }
        for identity in change.mentions {
            center.post(
                .mention(.identity(identity)), about: document.url, clientID: "\(id)-\(identity.rootHash)")
        }
    }

    private static func event(_ kind: DocumentChange.Kind) -> PostNotice.Event {
        switch kind {
        case .change(let trigger): .change(trigger)
        case .persistence(.created): .persistence(.created)
        case .persistence(.moved): .persistence(.moved)
        case .persistence(.deleted): .persistence(.deleted)
        case .persistence(.renamed(let title)): .persistence(.renamed(to: title))
        }
    }
}
