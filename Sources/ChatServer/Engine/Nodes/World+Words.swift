import ChatCore
import ChatProtocol

/// What is told and never kept, to those whose streams other servers have.
extension World {
    /// Tells other servers something once all that was decided before it is durable.
    func tellOthers(_ words: NodeWords) { if onWords != nil { transaction.say(words) } }

    /// Does here what another server said.
    func take(_ words: NodeWords, of node: String, into deliveries: inout [Delivery], at now: Instant) {
        switch words {
        case .fence, .told, .settings: break
        case .typing(let conversation, let person, let isTyping):
            noteTyping(isTyping, by: person, in: conversation, at: now)
        case .opened(let document, let person, let session):
            if live.presence.open(document, in: "\(node) \(session)", of: person) {
                tellPresence(in: document, except: nil)
            }
        case .closed(let document, let session):
            if live.presence.close(document, in: "\(node) \(session)") { tellPresence(in: document, except: nil) }
        case .joined(let session, let person, let system):
            live.elsewhere.join(session, at: node, person, system)
        case .whoIsThere: tellWhoIsThere()
        case .left(let session):
            live.elsewhere.leave(session, at: node)
            for document in live.presence.closeAll(in: "\(node) \(session)") {
                tellPresence(in: document, except: nil)
            }
        case .delivered(let conversation, let message, let sender, let sequence, let reader):
            let posted = NotificationContext.Posted(
                conversation: conversation, message: message, sender: sender, sequence: sequence)
            let arrival = DeliveredMarks.Arrival(posted: posted, reader: reader)
            guard live.marks.note(arrival) else { return }
            live.newlyDelivered.append(arrival)
            tellDelivered(into: &deliveries, at: now)
        case .activity(let url, let app, let person):
            show(UserActivity(webpageURL: url), in: app, runningAs: person)
        case .chosen(let activity, let app, let person): show(activity, in: app, runningAs: person)
        case .attribution(let token, let app, let person, let highlight, let context):
            live.attributions.keep(.init(app: app, person: person, highlight: highlight, context: context), as: token)
        // Where that cannot be, it is learned with the next connection.
        case .faultsChanged: try? loadFaults()
        case .faultFired(let fired):
            live.faults.noteFired(fired.fault)
            tell(fired, into: &deliveries, at: now)
        }
    }

    /// Tells who begins to serve the world who has a session here, which messages came to them, what they have open, and
    /// what their apps attached.
    private func tellWhoIsThere() {
        for session in sessions.all {
            guard case .person(let person) = session.principal else { continue }
            tellOthers(.joined(session: session.id, person: person, system: session.system))
        }
        for arrival in live.marks.recent { tellOthers(arrival.words) }
        for (document, person, session) in live.presence.here {
            tellOthers(.opened(document, person: person, session: session))
        }
        for (token, what) in live.attributions.all
        where sessions.apps[AppSeat(app: what.app, person: what.person)] != nil {
            tellOthers(
                .attribution(
                    token, app: what.app, person: what.person, highlight: what.highlight, context: what.context))
        }
    }

    /// Forgets who had a session on a server that is none of these any more.
    func forgetSessions(elsewhereBut nodes: Set<String>) {
        for node in live.elsewhere.forget(allBut: nodes) {
            for document in live.presence.closeAll(at: node) { tellPresence(in: document, except: nil) }
        }
    }
}
