public import ChatConnection
public import ChatProtocol
import ChatTerminal

/// The shares of a person at a server: the simulator's `CKContainer`. It uses a session of the person, separate from
/// the app's session, because a person who manages a share sees people and an app does not.
///
/// It belongs to one thread and does nothing by itself. Only ``turn()`` calls completion handlers, delegates and blocks
/// after a server's answer.
public final class Container {
    /// The person whose shares these are.
    public let person: Handle
    /// Returns the name of a person on the screens; by default the name that follows from the handle.
    public var names: (Handle) -> String = { $0.defaultName }
    /// Returns the title of a conversation of the person and its photo, if it has one. Returns nil for an unknown
    /// conversation, and by default.
    public var groups: (ConversationID) -> (title: String, photo: String?)? = { _ in nil }
    /// Returns the person's conversations, in the order of their list. Returns nil if they are not known, and by
    /// default.
    package var places: () -> [LinkInvitation.Place]? = { nil }

    /// Called with the link of every share that changed, also of a share that no object here represents.
    package var onChange: ((_ url: String) -> Void)?

    /// Called with the cause when the person lost a share, before ``onChange``.
    package var onLoss: ((_ url: String, _ cause: LostShare.Cause) -> Void)?

    private let pending: PendingRequests
    private var observers: [Weak<SystemSharingUIObserver>] = []
    private var shares: [Weak<CloudShare>] = []
    private var listeners: [Weak<CloudSharingController>] = []
    /// The handlers of requests that wait until an app with its own documents has answered.
    private var asked: [StartID: (CollaborationStart) -> Void] = [:]
    /// True if the server has asked an app to make a change.
    package var awaitsApp: Bool { !asked.isEmpty }

    private struct Weak<Object: AnyObject> { weak var object: Object? }

    /// Creates a container on a stream that its caller manages.
    package init(person: Handle, stream: any AppStream) {
        self.person = person
        pending = PendingRequests(stream)
    }

    /// Logs the person in on a new stream: a socket or an embedded server.
    ///
    /// - Throws: ``ClientFailure`` if the server refuses the login or the stream fails.
    public convenience init(
        person: Handle, on transport: any ClientTransport, world: WorldName = .main,
        credentials: Credentials = Credentials()
    ) throws(ClientFailure) {
        let hello = Hello(.person(person, name: nil), world: world).with(credentials)
        self.init(person: person, stream: try LiveAppStream(transport, hello: hello))
    }

    /// Processes the events that have arrived, and calls the handlers that wait for them.
    ///
    /// - Returns: true if an event had arrived.
    @discardableResult
    public func turn() -> Bool {
        pending.turn { event in
            switch event.toldPerson {
            case .shareChanged(let view): takeChange(view.share.id, view.share.url) { self.takeOver(view, into: $0) }
            case .shareLost(let share, let cause):
                onLoss?(share.url, cause)
                takeChange(share.id, share.url) { $0.end() }
            case .collaborationChanged(let start) where start.state != .waiting:
                asked.removeValue(forKey: start.id)?(start)
            case .messagePosted(let message, _):
                for case let share? in shares.map(\.object) where message.links.contains(where: { $0.url == share.url })
                {
                    share.noteLink(in: message.conversation)
                }
            // The screens show the new name.
            case .personNamed: for listener in listeners { listener.object?.shareChanged() }
            default: break  // notifications about conversations and documents do not concern a container
            }
        }
    }

    /// Saves the records of an operation. ``turn()`` calls the operation's block with the result.
    public func add(_ operation: ModifyRecordsOperation) { operation.run(in: self) }

    /// Looks up the share of a link.
    ///
    /// - Parameter completionHandler: receives the share or the error.
    public func fetchShare(
        url: String, completionHandler: @escaping (Result<CloudShare, SharingError>) -> Void
    ) {
        ask(.shareGet(.url(url))) { [weak self] answer in
            guard let self else { return }
            completionHandler(share(answer, nil))
        }
    }

    /// Joins the share of a link: accepts an invitation or joins a public share.
    ///
    /// - Parameter completionHandler: receives the share or the error.
    public func acceptShare(
        url: String, completionHandler: @escaping (Result<CloudShare, SharingError>) -> Void
    ) {
        ask(.shareAccept(.url(url))) { [weak self] answer in
            guard let self else { return }
            completionHandler(share(answer, nil))
        }
    }

    /// Fetches all shares in which the person participates.
    ///
    /// - Parameter completionHandler: receives the shares or the error.
    public func fetchAllShares(completionHandler: @escaping (Result<[CloudShare], SharingError>) -> Void) {
        ask(.shareList(.init())) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let refusal): completionHandler(.failure(SharingError(refusal)))
            case .success(let result):
                let shares = (result["shares"]?.arrayValue ?? []).map { share(.success(["share": $0]), nil) }
                completionHandler(
                    Result { () throws(SharingError) in
                        var all: [CloudShare] = []
                        for share in shares { all.append(try share.get()) }
                        return all
                    })
            }
        }
    }

    /// Reads a document as the person sees it, including the authors of its changes.
    ///
    /// - Parameter then: receives the document. It is not called if the document cannot be read.
    package func fetchDocument(url: String, then: @escaping (DocumentView) -> Void) {
        ask(.documentGet(.url(url))) { answer in
            guard case .success(let result) = answer, var fields = try? JSONFields(result),
                let view: DocumentView = try? fields.read("document")
            else { return }
            then(view)
        }
    }

    /// Searches the person's messages for the titles with which a link was sent.
    ///
    /// - Parameter then: receives the titles; none if the search fails.
    package func fetchTitles(ofSent url: String, then: @escaping ([String]) -> Void) {
        let words = url.drop { $0 != "/" }.drop { $0 == "/" }
        pending.ask(.live(.messageSearch(.init(text: "\"\(words)\"")))) { answer in
            guard case .success(let result) = answer, var fields = try? JSONFields(result),
                let messages = try? fields.list("messages", of: Message.self)
            else { return then([]) }
            then(messages.flatMap(\.links).filter { $0.url == url }.compactMap(\.title))
        }
    }

    /// Reads a share again, and discards its unsaved changes.
    ///
    /// - Parameter then: receives the share or the error.
    package func refresh(_ share: CloudShare, then: @escaping (Result<CloudShare, SharingError>) -> Void) {
        guard let id = share.shareID else { return then(.failure(.notSaved)) }
        ask(.shareGet(.id(id))) { [weak self] answer in
            guard let self else { return }
            then(self.share(answer, share))
        }
    }

    // MARK: For the other classes of the model

    /// Sends a request. If the server must ask the app that stores the document, the handler receives the result of the
    /// app's answer (`act-participants`).
    package func ask(_ request: Request, then: @escaping (PendingRequests.Answer) -> Void) {
        pending.ask(.request(request)) { [weak self] answer in
            guard let self, case .success(let result) = answer, var fields = try? JSONFields(result),
                let start: CollaborationStart = try? fields.read("start")
            else { return then(answer) }
            asked[start.id] = { [weak self] end in
                switch end.state {
                case .waiting: return
                case .failed, .cancelled:
                    let text = end.failure?.text ?? "The change was cancelled."
                    then(.failure(RPCError(.conflict, text, end.failure.map { .rule($0.rule) })))
                case .sent, .done:
                    guard let share = end.share else { return then(.success(result)) }
                    self?.pending.ask(.request(.shareGet(.id(share))), then: then)
                }
            }
        }
    }

    /// Returns the share of an answer.
    ///
    /// - Parameter known: the object to update; nil for a new object.
    package func share(_ answer: PendingRequests.Answer, _ known: CloudShare?) -> Result<CloudShare, SharingError> {
        switch answer {
        case .failure(let refusal): return .failure(SharingError(refusal))
        case .success(let result):
            do throws(InvalidField) {
                var fields = try JSONFields(result)
                let view: ShareView = try fields.read("share")
                let share = known ?? CloudShare(view, readBy: person)
                if known != nil { share.update(from: view, readBy: person) }
                // The answer to a save that sent the link names the conversation.
                if let place: ConversationID = try fields.readOptional("conversation") { share.noteLink(in: place) }
                watch(share)
                return .success(share)
            } catch {
                return .failure(.unreadable(error.description))
            }
        }
    }

    /// Updates a share from now on when other people save it.
    package func watch(_ share: CloudShare) {
        shares.removeAll { $0.object == nil || $0.object === share }
        shares.append(Weak(object: share))
    }

    /// Stops updating a share. The share then stays unchanged, and a save fails if another person has saved in the
    /// meantime.
    package func unwatch(_ share: CloudShare) { shares.removeAll { $0.object == nil || $0.object === share } }

    func add(_ observer: SystemSharingUIObserver) { observers.append(Weak(object: observer)) }

    func add(_ controller: CloudSharingController) { listeners.append(Weak(object: controller)) }

    /// Notifies the observers that the system's screens saved a share or failed to save it (`start-stop-observer`).
    func tellSaved(_ record: DocumentID?, _ result: Result<CloudShare, SharingError>) {
        for observer in observers { observer.object?.systemSharingUIDidSaveShareBlock?(record, result) }
    }

    /// Notifies the observers that the system's screens stopped sharing or failed to stop it.
    func tellStopped(_ record: DocumentID?, _ result: Result<Void, SharingError>) {
        for observer in observers { observer.object?.systemSharingUIDidStopSharingBlock?(record, result) }
    }

    private func takeChange(_ id: ShareID, _ url: String, change: (CloudShare) -> Void) {
        for case let share? in shares.map(\.object) where share.shareID == id {
            change(share)
            for listener in listeners where listener.object?.share === share { listener.object?.shareChanged() }
        }
        onChange?(url)
    }

    private func takeOver(_ view: ShareView, into share: CloudShare) {
        if share.hasChanges {
            share.rebase(on: view, readBy: person)
        } else {
            share.update(from: view, readBy: person)
        }
    }
}

/// An operation that saves a share together with its root record: both or neither (`ucs-handler-steps`). It is the
/// simulator's `CKModifyRecordsOperation`, as far as sharing needs it.
public final class ModifyRecordsOperation {
    /// The root record and its share. The share cannot be saved without its root.
    public let recordsToSave: (root: CloudRecord, share: CloudShare)
    /// Called with the result of the save: the saved share with its link, or the error.
    public var modifyRecordsResultBlock: ((Result<CloudShare, SharingError>) -> Void)?
    /// True if the save sends the link to the people whom it adds. The system's screens set it. A program sends the
    /// link itself.
    package var sendsLink = false
    /// True if the share keeps its unsaved changes when the save fails, so that a program can try again.
    package var keepsChanges = false
    /// The error of the server, with its rule; nil if the server refused nothing.
    package private(set) var refusal: RPCError?

    /// Creates an operation. It begins when it is added to a container.
    public init(rootRecord: CloudRecord, share: CloudShare) { recordsToSave = (rootRecord, share) }

    /// Creates an operation for a share and its root record.
    public convenience init(share: CloudShare) { self.init(rootRecord: share.rootRecord, share: share) }

    func run(in container: Container) {
        let share = recordsToSave.share
        guard let saved = share.saved else { return create(share, in: container) }
        guard let id = share.shareID else {
            modifyRecordsResultBlock?(.failure(.notSaved))
            return
        }
        var changes = share.contents.changes(since: saved, of: id, revision: share.revision)
        changes.sendsLink = sendsLink
        ask(.shareSave(changes), in: container) { [self] result in
            if case .failure = result, !keepsChanges { share.revert() }
            modifyRecordsResultBlock?(result)
        }
    }

    private func create(_ share: CloudShare, in container: Container) {
        let (root, wanted) = (share.rootRecord, share.contents)
        let request = CreateShare(
            app: root.app, title: CleanText.withoutBreaks(wanted.title), url: root.recordID == nil ? root.url : nil,
            access: wanted.access, permission: wanted.permission, allowsInviting: wanted.allowsInviting,
            document: share.folder == nil ? root.recordID : nil, folder: share.folder)
        ask(.shareCreate(request), in: container) { [self] result in
            let needsSave =
                !wanted.others.isEmpty || wanted.allowsAccessRequests || !wanted.newOneTimeLinks.isEmpty
            if case .success = result, needsSave { return complete(share, as: wanted, in: container) }
            if case .failure = result, !keepsChanges { share.revert() }
            modifyRecordsResultBlock?(result)
        }
    }

    /// Saves what the creation of a share does not take: its people, and whether others may ask for access.
    private func complete(_ share: CloudShare, as wanted: ShareContents, in container: Container) {
        guard let id = share.shareID, let saved = share.saved else {
            modifyRecordsResultBlock?(.failure(.notSaved))
            return
        }
        var contents = saved
        contents.participants += wanted.others
        contents.allowsAccessRequests = wanted.allowsAccessRequests
        contents.newOneTimeLinks = wanted.newOneTimeLinks
        var changes = contents.changes(since: saved, of: id, revision: share.revision)
        changes.sendsLink = sendsLink
        ask(.shareSave(changes), in: container) { [self] result in
            guard case .failure = result else {
                modifyRecordsResultBlock?(result)
                return
            }
            // If the server refuses that, the share must not remain without its people.
            container.ask(.shareStop(.id(id))) { [self] _ in
                share.undoCreation(wanted)
                modifyRecordsResultBlock?(result)
            }
        }
    }

    private func ask(
        _ request: Request, in container: Container, then: @escaping (Result<CloudShare, SharingError>) -> Void
    ) {
        container.ask(request) { [self] answer in
            if case .failure(let error) = answer { refusal = error }
            then(container.share(answer, recordsToSave.share))
        }
    }
}

/// A record of an app, the root of its share (`ucs-root-record`): the simulator's `CKRecord`, as far as sharing needs
/// it.
public final class CloudRecord {
    /// The app that owns the record.
    public let app: AppID
    /// The title of the record.
    public package(set) var title: String
    /// The id of the record at the document service; nil before it is saved.
    public package(set) var recordID: DocumentID?
    /// The link of the record; nil before it is saved. A record that is shared again keeps its link.
    public package(set) var url: String?
    /// True if the record is shared, as of the last update of this object.
    public internal(set) var isShared = false

    /// Creates a record. With an id and a link it is a saved record, and without them an unsaved one.
    public init(app: AppID, title: String, recordID: DocumentID? = nil, url: String? = nil) {
        self.url = url
        self.app = app
        self.title = title
        self.recordID = recordID
    }
}

/// An observer of the system's sharing screens, which is called after each save and stop: the simulator's
/// `CKSystemSharingUIObserver` (`start-stop-observer`). Retain it as long as it is needed.
public final class SystemSharingUIObserver {
    /// Called after each save with the root record, and with the share or the error.
    public var systemSharingUIDidSaveShareBlock: ((DocumentID?, Result<CloudShare, SharingError>) -> Void)?
    /// Called after sharing was stopped or could not be stopped, with the root record and the error, if any.
    public var systemSharingUIDidStopSharingBlock: ((DocumentID?, Result<Void, SharingError>) -> Void)?

    /// Creates an observer of one person's container.
    public init(container: Container) { container.add(self) }
}
