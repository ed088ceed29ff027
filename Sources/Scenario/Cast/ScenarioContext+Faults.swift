import ChatProtocol
import ChatScreens

/// What faults did to what was decided to be told: no rule, and so no part of a decision trail of the server.
extension ScenarioContext {
    /// Adds to a decision that something was to reach somebody the faults on whose account it has not.
    ///
    /// - Parameters:
    ///   - about: what it is about, as the server knows it.
    ///   - notification: what told of it.
    func explain(
        faultsOn notification: NotificationName, about: String, for person: CastPerson,
        in decision: inout DeliveryDecision
    ) {
        guard decision.isDelivered else { return }
        let devices = [person] + roster.secondDevices.filter { $0.handle == person.handle && $0.hasBeenHere }
        let waiting = devices.filter { !$0.isShown(about) }
        guard !waiting.isEmpty, let faults = try? observe(.faultList)["faults"]?.arrayValue else { return }
        let reasons = faults.compactMap { reason($0, notification, for: person, on: waiting) }
        guard !reasons.isEmpty else { return }
        decision.reasons += reasons
        decision.isDelivered = person.isShown(about)
    }

    /// Why a fault kept something from somebody; nil where it did not.
    private func reason(
        _ fault: JSONValue, _ notification: NotificationName, for person: CastPerson, on devices: [CastPerson]
    ) -> DeliveryDecision.Reason? {
        guard let id = fault.text("id"), let fired = fault["fired"]?.integerValue, fired > 0,
            let effect = fault.text("do").flatMap(FaultEffect.Word.init),
            let target = try? FaultTarget(told: fault["on"], as: "a fault"),
            target.notification ?? notification == notification, target.to ?? person.handle == person.handle
        else { return nil }
        if let device = target.device, !devices.contains(where: { $0.isSecondDevice && device == .name("second") }) {
            return nil
        }
        let what = "\(notification == .noticePosted ? "a notice" : "a message") to \(person.name)"
        let deed: String
        switch effect {
        case .drop: deed = "dropped \(what)"
        case .delay:
            let time = fault["milliseconds"]?.integerValue.flatMap { DurationReader.words(milliseconds: $0) }
            deed = "delays \(what) by \(time ?? "no time")"
        case .reorder: deed = "holds \(what) back until something comes behind it"
        case .disconnect: deed = "ended the stream instead of \(what)"
        case .duplicate: return nil
        }
        return DeliveryDecision.Reason(rule: id, text: "this fault \(deed)" + (fired > 1 ? ", \(fired) times" : ""))
    }
}

extension CastPerson {
    /// Whether a message or a notice stands in one of the threads.
    func isShown(_ id: String) -> Bool { state.threads.values.contains { $0.entries.contains { $0.id == id } } }
}
