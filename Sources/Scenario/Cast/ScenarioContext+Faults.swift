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
        _ told: JSONValue, _ notification: NotificationName, for person: CastPerson, on devices: [CastPerson]
    ) -> DeliveryDecision.Reason? {
        guard let fault = try? Fault(told: told, as: "a fault") else { return nil }
        if let device = fault.target.device,
            !devices.contains(where: { $0.isSecondDevice && device == .name("second") })
        {
            return nil
        }
        let what = "\(notification == .noticePosted ? "a notice" : "a message") to \(person.name)"
        let action = fault.action(on: notification, to: person.handle, named: what) { milliseconds in
            DurationReader.words(milliseconds: milliseconds) ?? "no time"
        }
        guard let action else { return nil }
        return DeliveryDecision.Reason(rule: fault.id.rawValue, text: "this fault \(action)")
    }
}

extension CastPerson {
    /// Whether a message or a notice stands in one of the threads.
    func isShown(_ id: String) -> Bool {
        state.threads.values.contains { $0.entries.reversed().contains { $0.id == id } }
    }
}
