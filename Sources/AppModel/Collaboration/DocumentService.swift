public import ChatProtocol

/// The documents of an app that runs as a person: it opens them, works on them, and is told what became of them. Who may
/// do what, the service decides; a screen that offers too much is refused.
///
/// Everything is answered and told out of ``AppSession/turn()``.
public final class DocumentService {
    /// Why something came to nothing.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Somebody saved in between: that is how it reads now, and nothing was overwritten.
        case stale(SharedDocument)
        /// The service refused it: why, and in words.
        case refused(RPCError.Reason, String)
        /// The answer is not what the contract says.
        case unreadable(String)

        /// What a person can act on.
        public var description: String {
            switch self {
            case .stale: "Another person changed the document. Your text is kept, but not saved yet."
            case .refused(_, let message): message
            case .unreadable(let what): "The answer cannot be read: \(what)."
            }
        }
    }

    /// Told the document, or why not.
    public typealias Completion = (Result<SharedDocument, Failure>) -> Void

    /// Told of every document that is another, whoever changed it.
    public var onChange: ((SharedDocument) -> Void)?
    /// Told of what this person did to a document, on whichever device: ``CollaborationEvents`` makes events of it.
    public var onOwnChange: ((SharedDocument, SharedDocument.Change) -> Void)?
    /// Called when the access of the person to a document changed: it was lost, restricted, extended or regained. A document
    /// that is open when its access is lost is closed already.
    public var onAccessChange: ((_ document: DocumentID, _ url: String, _ access: SharedDocument.Access) -> Void)?
    /// Told how many people have a document open.
    public var onPresence: ((_ url: String, _ activeParticipantCount: Int) -> Void)?

    let session: AppSession
    /// The links of the documents that are open, each with the document's id.
    private var open: [String: DocumentID] = [:]
    private var active: [String: Int] = [:]
    private var endAtLogin: Int64 = 0

    /// The documents of a session.
    public init(_ session: AppSession) {
        self.session = session
        session.listen { [weak self] event in self?.handle(event) }
    }

    /// Makes a document of the app that nobody else can see yet, under a link of the app's.
    public func create(title: String, then: @escaping Completion) {
        session.ask(.request(.documentCreate(.init(title: title)))) { [weak self] answer in
            guard let self else { return }
            then(read(answer))
        }
    }

    /// Reads which of the app's documents the person can read, the last changed first, without what stands in them.
    ///
    /// - Parameters:
    ///   - last: the last document of the page before; nil for the first page.
    ///   - then: gets them, and whether there are more behind them.
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

    /// Opens a document: an invitation counts as accepted, its notices as seen, and the person as active in it.
    public func open(_ url: String, then: @escaping Completion) {
        session.ask(.request(.documentOpen(.url(url)))) { [weak self] answer in
            guard let self else { return }
            let result = read(answer)
            if case .success(let document) = result { open[document.url] = document.id }
            then(result)
        }
    }

    /// The person is not active in it any more.
    public func close(_ url: String) {
        forget(url)
        session.ask(.live(.documentClose(.url(url)))) { _ in }
    }

    private func forget(_ url: String) { (open[url], active[url]) = (nil, nil) }

    /// Saves another text in place of the one that the person read.
    ///
    /// - Parameter then: gets ``Failure/stale(_:)`` with the text of now where somebody saved in between.
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

    /// Says something about it; who may only look may do so too.
    public func comment(_ document: SharedDocument, text: String, then: @escaping Completion) {
        change(.documentComment(.init(document: .url(document.url), text: text)), then)
    }

    /// Calls it otherwise.
    public func rename(_ document: SharedDocument, title: String, then: @escaping Completion) {
        change(.documentRename(.init(document: .url(document.url), title: title)), then)
    }

    /// Puts it into a folder.
    public func move(_ document: SharedDocument, folder: String, then: @escaping Completion) {
        change(.documentMove(.init(document: .url(document.url), folder: folder)), then)
    }

    /// Deletes it, for everyone.
    public func delete(_ document: SharedDocument, then: @escaping Completion) {
        change(.documentDelete(.url(document.url)), then)
    }

    private func change(_ request: Request, _ then: @escaping Completion) {
        session.ask(.request(request)) { [weak self] answer in self?.finish(answer, then) }
    }

    private func finish(_ answer: AppSession.Answer, _ then: @escaping Completion) {
        let result = read(answer)
        // An answer without a change says that everything was so already: there is nothing to tell the others.
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
            // The app on the other device has posted the changes from the time when this session was away.
            if change.isMine, event.cursor > endAtLogin { onOwnChange?(document, change) }
        } else if case .appDocumentPresence(_, let url, let count)? = event.toldLive {
            active[url] = count
            onPresence?(url, count)
        } else if case .documentAccessChanged(let document, let url, let access)? = event.told {
            if access == .lost, open[url] == document { forget(url) }
            onAccessChange?(document, url, access)
        } else if case .welcome(_, let cursor) = event {
            endAtLogin = cursor
            // A session that ended was active in nothing any more.
            for (url, document) in open.sorted(by: { $0.key < $1.key }) {
                open(url) { [weak self] in self?.reopened(document, url, $0) }
            }
        }
    }

    private func reopened(_ document: DocumentID, _ url: String, _ result: Result<SharedDocument, Failure>) {
        switch result {
        case .success(let document): onChange?(document)
        // The access was lost while the session was away.
        case .failure(.refused(.notFound, _)):
            forget(url)
            onAccessChange?(document, url, .lost)
        case .failure: break
        }
    }
}
