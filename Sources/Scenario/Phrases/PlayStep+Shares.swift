import AppFrameworks
import ChatProtocol
import ChatScreens
import ChatSession

/// The share at a step's link.
extension PlayStep {
    /// Changes the share as its person has it on the screen.
    ///
    /// - Returns: whether it was done; if not, the next step says so.
    func manage(_ method: Method, _ deed: CollaborationDeed) throws(StepFailure) -> Bool {
        let (person, url) = (try settledPerson(), try url)
        // Over the wire it is a share as anybody has it, for who has only got hold of its id.
        let others = context.isOverTheWire ? context.roster.people : []
        if let row = person.lookedAt[url] ?? ([person] + others).lazy.compactMap({ $0.state.shares[url] }).first {
            return try context.act(person, .manage(row, deed), method) != nil
        }
        let obstacle = person.state.lostShares[url]?.obstacle
        let refusal = RPCError(obstacle?.reason ?? .notFound, obstacle?.text ?? "This is not shared with you")
        return try context.checked(.failure(refusal), of: person, byScreen: true) != nil
    }

    /// The share as its person has it: on the screen, or by its public link.
    func seenShare() throws(StepFailure) -> CollaborationRow {
        let (person, url) = (try settledPerson(), try url)
        if person.state.shares[url] == nil { _ = try look(.collaboration(.find(url: url))) }
        return try found(
            person.state.shares[url], or: "{person} has no such share", expected: url,
            actual: ScenarioContext.list(person.state.shares.keys.sorted()))
    }

    func expectNoAccess() throws(StepFailure) {
        let (person, url) = (try settledPerson(), try url)
        if person.state.shares[url]?.own != nil { throw failure("{person} is listed the share", expected: "no \(url)") }
        switch try look(.collaboration(.find(url: url))) {
        case .success: throw failure("{person} can open the share", expected: "not_found")
        case .failure(let refusal):
            // What was stopped is over for those who were on it.
            guard refusal.reason != .notFound, refusal.reason != .conflict else { return }
            throw StepFailure("share.get was refused for another reason", actual: refusal.message)
        }
    }

    /// Checks whom the screen names as those who lost access by the last change.
    func expectDropped() throws(StepFailure) {
        let (wanted, person) = (try handles.map(\.rawValue).sorted(), try person)
        guard case .success(let answer) = person.lastRequest, answer["dropped"] != nil else {
            throw failure("{person} changed no share in the step before")
        }
        // Such as: “Trip plan”: only invited people can open it; Bea, dana lost it
        let said = person.lastSaid
        let losers = said.split(separator: ";").last.flatMap { clause -> Substring? in
            clause.has(bytesOf: " lost it") ? clause.split(separator: ":").last?.dropLast(8) : nil
        }
        let names = (losers ?? "").split(separator: ",").map { String($0.drop { $0 == " " }).lowercased() }
        try expect(
            names.sorted() == wanted, or: "the screen says otherwise who lost access",
            expected: ScenarioContext.list(wanted),
            actual: said)
    }

    /// Checks the trigger of the last notice in the step's conversation, and its number in the framework.
    func expectMembership() throws(StepFailure) {
        let page = try look(.live(.conversationHistory(.init(conversation: conversation))))
        let entries = page.answer?.list("entries").compactMap { $0["notice"] } ?? []
        let word = entries.last?["event"]?.text("trigger") ?? ""
        let trigger = try found(
            ChatProtocol.HighlightEvent.MembershipTrigger(rawValue: word), or: "the last notice is of another kind",
            actual: ScenarioContext.list(entries.compactMap { $0.text("text") }))
        try expect(trigger.rawValue, is: text, or: "the event is something else")
        let ofFramework = HighlightMembershipEvent.Trigger(rawValue: trigger.triggerValue).map { "\($0)" }
        try expect(ofFramework ?? "no trigger", is: trigger.rawValue, or: "in the framework it is something else")
        try expect("\(trigger.triggerValue)", is: "\(count)", or: "its raw value is something else")
    }
}
