public import ChatConnection
public import ChatProtocol

/// A person's shares at a server: the simulator's `CKContainer`. It speaks in a session of the person's own, beside the
/// app's, because whoever manages a share sees people, and an app does not.
///
/// It belongs to one thread and does nothing by itself: every completion handler, delegate and block is called out of
/// ``turn()``.
public final class Container {
    /// Whose shares they are.
    public let person: Handle
    /// What people are called on the screens; the handle's own name where nobody says better.
    public var names: (Handle) -> String = { $0.defaultName }
    /// What a conversation of the person's is called, and its photo if it has one; nil where nobody says.
    public var groups: (ConversationID) -> (title: String, photo: String?)? = { _ in nil }
    /// The person's conversations, in the order of their list; nil where nobody says.
    package var places: () -> [LinkInvitation.Place]? = { nil }

    /// Told the link of every share that changed, known here or not.
    package var onChange: ((_ url: String) -> Void)?

    /// Called with the cause when the person lost a share, before ``onChange``.
    package var onLoss: ((_ url: String, _ cause: LostShare.Cause) -> Void)?

    private let pending: PendingRequests
    private var observers: [Weak<SystemSharingUIObserver>] = []
    private var shares: [Weak<CloudShare>] = []
    private var listeners: [Weak<CloudSharingController>] = []
    /// What waits for the app that holds the documents itself.
    private var asked: [StartID: (CollaborationStart) -> Void] = [:]
    /// True if the server has asked an app to make a change.
    package var awaitsApp: Bool { !asked.isEmpty }

    private struct Weak<Object: AnyObject> { weak var object: Object? }

    /// A container on a stream that somebody else keeps.
    package init(person: Handle, stream: any AppStream) {
        self.person = person
        pending = PendingRequests(stream)
    }

    /// Logs the person in on a new stream: a socket's, or an embedded server's.
    ///
    /// - Throws: ``ClientFailure`` if the server does not want it.
    public convenience init(
        person: Handle, on transport: any ClientTransport, world: WorldName = .main,
        credentials: Credentials = Credentials()
    ) throws(ClientFailure) {
        let hello = Hello(.person(person, name: nil), world: world).with(credentials)
        self.init(person: person, stream: try LiveAppStream(transport, hello: hello))
    }

    /// Takes what came, and calls whoever waits for it.
    ///
    /// - Returns: whether anything came.
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
            // The screens draw the name as it is now.
            case .personNamed: for listener in listeners { listener.object?.shareChanged() }
            default: break  // what is told of conversations and documents is not a container's
            }
        }
    }

    /// Saves records; the operation says how it went, out of ``turn()``.
    public func add(_ operation: ModifyRecordsOperation) { operation.run(in: self) }

    /// Looks the share of a link up.
    ///
    /// - Parameter completionHandler: gets the share, or why there is none.
    public func fetchShare(
        url: String, completionHandler: @escaping (Result<CloudShare, SharingError>) -> Void
    ) {
        ask(.shareGet(.url(url))) { [weak self] answer in
            guard let self else { return }
            completionHandler(share(answer, nil))
        }
    }

    /// Takes part in what a link leads to: an invitation is accepted, or a public share joined.
    ///
    /// - Parameter completionHandler: gets the share, or why the person may not.
    public func acceptShare(
        url: String, completionHandler: @escaping (Result<CloudShare, SharingError>) -> Void
    ) {
        ask(.shareAccept(.url(url))) { [weak self] answer in
            guard let self else { return }
            completionHandler(share(answer, nil))
        }
    }

    /// All shares that the person is on.
    ///
    /// - Parameter completionHandler: gets them, or why not.
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

    /// Reads a document as the person sees it, who did what to it included.
    package func fetchDocument(url: String, then: @escaping (DocumentView) -> Void) {
        ask(.documentGet(.url(url))) { answer in
            guard case .success(let result) = answer, var fields = try? JSONFields(result),
                let view: DocumentView = try? fields.read("document")
            else { return }
            then(view)
        }
    }

    /// Finds in the person's messages the titles that a link was sent with.
    package func fetchTitles(ofSent url: String, then: @escaping ([String]) -> Void) {
        let words = url.drop { $0 != "/" }.drop { $0 == "/" }
        pending.ask(.live(.messageSearch(.init(text: "\"\(words)\"")))) { answer in
            guard case .success(let result) = answer, var fields = try? JSONFields(result),
                let messages = try? fields.list("messages", of: Message.self)
            else { return then([]) }
            then(messages.flatMap(\.links).filter { $0.url == url }.compactMap(\.title))
        }
    }

    /// Reads a share anew: what was changed here and not saved is gone.
    package func refresh(_ share: CloudShare, then: @escaping (Result<CloudShare, SharingError>) -> Void) {
        guard let id = share.shareID else { return then(.failure(.notSaved)) }
        ask(.shareGet(.id(id))) { [weak self] answer in
            guard let self else { return }
            then(self.share(answer, share))
        }
    }

    // MARK: For the rest of the room

    /// Asks; where an app holds the document itself and is asked in its turn, the answer is what came of that
    /// (`act-participants`).
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

    /// The share of an answer: the one that is known, with what it is now, or a new object.
    package func share(_ answer: PendingRequests.Answer, _ known: CloudShare?) -> Result<CloudShare, SharingError> {
        switch answer {
        case .failure(let refusal): return .failure(SharingError(refusal))
        case .success(let result):
            do throws(InvalidField) {
                var fields = try JSONFields(result)
                let view: ShareView = try fields.read("share")
                let share = known ?? CloudShare(view, readBy: person)
                if known != nil { share.update(from: view, readBy: person) }
                // A save that sent the link says where.
                if let place: ConversationID = try fields.readOptional("conversation") { share.noteLink(in: place) }
                watch(share)
                return .success(share)
            } catch {
                return .failure(.unreadable(error.description))
            }
        }
    }

    /// Keeps a share in step with what others save.
    package func watch(_ share: CloudShare) {
        shares.removeAll { $0.object == nil || $0.object === share }
        shares.append(Weak(object: share))
    }

    /// Stops updating a share. It then stays as it was read, and a save after another person's save is refused.
    package func unwatch(_ share: CloudShare) { shares.removeAll { $0.object == nil || $0.object === share } }

    func add(_ observer: SystemSharingUIObserver) { observers.append(Weak(object: observer)) }

    func add(_ controller: CloudSharingController) { listeners.append(Weak(object: controller)) }

    /// The system's screens saved a share, or could not (`start-stop-observer`).
    func tellSaved(_ record: DocumentID?, _ result: Result<CloudShare, SharingError>) {
        for observer in observers { observer.object?.systemSharingUIDidSaveShareBlock?(record, result) }
    }

    /// The system's screens stopped sharing, or could not.
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
