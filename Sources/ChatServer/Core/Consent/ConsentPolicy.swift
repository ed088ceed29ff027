import ChatProtocol

extension ConsentPolicy {
    /// Returns the reason not to ask a person for consent; nil if the person may be asked.
    ///
    /// - Parameters:
    ///   - state: the person's consent to the app.
    ///   - everywhere: True if automatic sharing is on everywhere.
    func objection(to state: ConsentState, everywhere: Bool, now: Instant) -> Reason? {
        switch state {
        case .on, .revoked: return Reason("consent-levels", "the person has already set the app's switch")
        case .unset, .offered, .postponed, .never: break
        }
        guard everywhere else { return Reason("swy-master-effect", "automatic sharing is off everywhere") }
        switch state {
        case .unset, .on, .revoked: return nil
        case .offered: return Reason("auto-offer", "another question about this app is open")
        case .never: return Reason("auto-offer", "the answer was Never")
        case .postponed(let postponement):
            if postponement.count >= notNowMax {
                return Reason("auto-offer", "the answer was Not Now \(times(postponement.count))")
            }
            let end = postponement.last.advanced(byMilliseconds: Int64(postponementMilliseconds))
            return now <= end
                ? Reason("auto-offer", "the last Not Now, at \(postponement.last), is valid until \(end)") : nil
        }
    }

    private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
