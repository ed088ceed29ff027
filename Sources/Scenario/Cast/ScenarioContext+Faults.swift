import ChatProtocol
import ChatScreens

/// The effects of faults on deliveries. Faults are not rules, so the server's decision trail does not contain them.
extension ScenarioContext {
    /// Adds to a positive decision the faults because of which the delivery has not taken place.
    ///
    /// - Parameters:
    ///   - notification: The notification that delivers the subject.
    ///   - about: The id of the subject.
    ///   - person: The recipient.
    ///   - decision: The decision, which becomes negative if a fault prevented the delivery.
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

    /// Returns the reason if the fault keeps the notification from the person; nil if it does not.
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
    /// Returns true if a message or a notice with that id is in one of the threads.
    func isShown(_ id: String) -> Bool {
        state.threads.values.contains { $0.entries.reversed().contains { $0.id == id } }
    }
}
