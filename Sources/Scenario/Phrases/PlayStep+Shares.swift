import AppModel
import ChatProtocol
import ChatScreens
import ChatSession

/// Access to the share at a step's link.
extension PlayStep {
    /// Changes the share as the step's person sees it.
    func manage(_ deed: CollaborationDeed) throws(StepFailure) {
        let (person, url) = (try settledPerson(), try url)
        // Over the wire, the share of any person counts, for a test of a person who has only obtained its id.
        let others = context.isOverTheWire ? context.roster.people : []
        if let row = person.lookedAt[url] ?? ([person] + others).lazy.compactMap({ $0.state.shares[url] }).first {
            // A later share at the same link is a different one.
            if try context.act(person, .manage(row, deed)) != nil, deed == .stop { context.record.documents[url] = nil }
            return
        }
        let obstacle = person.state.lostShares[url]?.obstacle
        let refusal = RPCError(obstacle?.reason ?? .notFound, obstacle?.text ?? "This document is not shared with you")
        _ = try context.checked(.failure(refusal), of: person, byScreen: true)
    }

    /// Returns the share that the step's person has on the screen, or finds by its public link.
    func seenShare() throws(StepFailure) -> CollaborationRow {
        let (person, url) = (try settledPerson(), try url)
        if person.state.shares[url] == nil { _ = try look(.collaboration(.find(url: url))) }
        return try found(
            person.state.shares[url], or: "{person} has no such share", expected: url,
            actual: person.state.shares.keys.sorted().listed)
    }

    func expectNoAccess() throws(StepFailure) {
        let (person, url) = (try settledPerson(), try url)
        if person.state.shares[url]?.own != nil { throw failure("{person} is listed the share", expected: "no \(url)") }
        switch try look(.collaboration(.find(url: url))) {
        case .success: throw failure("{person} can open the share", expected: "not_found")
        case .failure(let refusal):
            // A stopped share is refused with a conflict for its former participants.
            guard refusal.reason != .notFound, refusal.reason != .conflict else { return }
            throw StepFailure("share.get was refused for another reason", actual: refusal.message)
        }
    }

    /// Returns the people who lost access by the last change, according to the screen.
    func dropped() throws(StepFailure) -> [String] {
        let person = try person
        guard case .success(let answer) = person.lastRequest, answer["dropped"] != nil else {
            throw failure("{person} changed no share in the step before")
        }
        // Such as: “Trip plan”: only invited people can open it; Bea and dana lost access
        let ends = [" lost access", " is no longer invited by name", " are no longer invited by name"]
        let losers = person.lastSaid.split(separator: ";").last.flatMap { clause in
            ends.first(where: clause.hasSuffix).flatMap { clause.split(separator: ":").last?.dropLast($0.count) }
        }
        return (losers ?? "").replacing(" and ", with: ",").split(separator: ",").map {
            $0.drop { $0 == " " }.lowercased()
        }.sorted()
    }

    /// Returns the trigger of the last notice in the step's conversation twice, for the server and for the framework,
    /// and its raw value.
    func lastMembership() throws(StepFailure) -> [String] {
        let page = try look(.live(.conversationHistory(.init(conversation: conversation)))).answer
        let notices = page?.list("entries").compactMap { try? Notice(told: $0["notice"], as: "a notice") } ?? []
        guard case .highlight(.membership(let trigger, _))? = notices.last?.event else {
            throw failure("the last notice is of another kind", actual: notices.map(\.text).listed)
        }
        return [trigger.rawValue, trigger.rawValue, "\(trigger.triggerValue)"]
    }
}
