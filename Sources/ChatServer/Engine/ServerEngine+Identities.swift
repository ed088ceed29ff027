import ChatCore
import ChatProtocol

/// The computation of many identities before a request or a login that shows them to an app. It takes several turns, so
/// that no other client waits for it.
struct IdentityWork {
    /// The largest number of people for whom a turn computes the keys: about one millisecond.
    static let peopleInTurn = 2

    /// The people whose keys are still missing.
    private var missing: [IdentityMemory.Key]
    /// The message that waits.
    let message: [UInt8]

    /// Creates the work of a message. Returns nil if one turn is enough.
    init?(_ missing: [IdentityMemory.Key], for message: [UInt8]) {
        guard missing.count > Self.peopleInTurn else { return nil }
        (self.missing, self.message) = (missing, message)
    }

    /// Computes some of the missing identities.
    ///
    /// - Returns: True if none is missing any more.
    mutating func advance(with identities: IdentityMemory) -> Bool {
        for key in missing.suffix(Self.peopleInTurn) { identities.identity(key) }
        missing.removeLast(min(Self.peopleInTurn, missing.count))
        return missing.isEmpty
    }
}

extension ServerEngine {
    /// Makes a session wait if its message needs more identities than one turn can compute. The message is handled
    /// again when they are known. The later messages of the session wait as well.
    ///
    /// - Returns: True if the session waits.
    func waitsForIdentities(_ request: IncomingRequest, _ message: [UInt8], from session: Session) -> Bool {
        guard let method = request.method, method.mayNeedIdentities, !session.takeIdentities(),
            let (world, missing) = missingIdentities(for: request, method, from: session),
            let work = IdentityWork(missing, for: message)
        else { return false }
        pause(session)
        longRequests.append(
            LongRequest(world: world, work: .identities(work), asker: asker(request.id, session, world)))
        return true
    }

    /// Handles a message in the next tick, before the other messages of its session that wait.
    func handleAgain(_ message: [UInt8], of session: Session) {
        session.noteIdentities()
        session.postponeFirst(message)
        longRequests.noteAnswered(session)
    }

    /// Answers with a challenge of the app's own server.
    func issueChallenge(
        in world: World, _ principal: Principal, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        guard case .app(let app, let person) = principal else {
            throw RPCError(.forbidden, "Only an app can ask for a challenge.")
        }
        try world.core.checkAsksForProofs(app)
        let (challenge, expiresAt) = world.challenges.issue(
            to: AppInstance(app: app, person: person), at: world.core.position, world.now(wallClock()))
        enqueue(.challenge(challenge, expiresAt: expiresAt), id, to: session)
    }

    private func missingIdentities(
        for request: IncomingRequest, _ method: Method, from session: Session
    ) -> (World, [IdentityMemory.Key])? {
        if let world = session.world, let principal = session.principal {
            guard method.roles.contains(principal.role), !world.status.isDeleted, !world.isStale,
                case .core(let asked)? = (try? request.call(method))?.request
            else { return nil }
            let isObserved = !world.sessions.eventObservers.isEmpty
            let missing = world.core.missingIdentities(for: asked, from: principal) {
                isObserved || world.sessions.apps[$0] != nil
            }
            return (world, missing)
        }
        guard method == .sessionHello,
            let hello = try? JSONFields.all(
                of: request.params,
                { fields throws(InvalidField) in try Hello(from: &fields) }),
            case .app(let app, let person) = hello.identity, let world = directory[hello.world], !world.isStale
        else { return nil }
        return (world, world.core.missingIdentities(forLoginOf: AppInstance(app: app, person: person)))
    }
}

extension Method {
    /// True if an app may receive many identities because of such a request.
    fileprivate var mayNeedIdentities: Bool {
        switch self {
        case .sessionHello, .highlightCenterPostNotice, .actionFulfill, .collaborationStart, .shareSend, .shareSave,
            .shareAddParticipant, .shareRemoveParticipant, .shareSetAccess, .shareStop, .identityProve, .documentEdit,
            .documentComment:
            true
        default: false
        }
    }
}
