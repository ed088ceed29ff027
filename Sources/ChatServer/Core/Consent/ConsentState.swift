import ChatProtocol

/// A person's consent to automatic sharing of one app's links: a state machine (docs/reference/consent.md).
///
/// A pure value: the next state follows from the state and the input alone. ``ConsentPolicy`` decides if a question is
/// asked.
enum ConsentState: Equatable, Sendable {
    /// Undecided and without an answered question: counts as off, and a pin may ask.
    case unset
    /// A question is open.
    case offered(Offer)
    /// Automatic sharing is on: links received since that position surface (`auto-on`).
    case on(since: Int64)
    /// The last answer was Not Now.
    case postponed(Postponement)
    /// The answer was Never: no pin asks again. The person can still turn the switch on.
    case never
    /// The person turned the switch off at that position: no pin asks again.
    case revoked(since: Int64)

    /// An open question, with the postponement before it.
    struct Offer: Equatable, Sendable {
        var request: ConsentRequest
        /// The position of the question in the log. The oldest question comes first.
        var position: Int64
        /// The earlier Not Now answers, to which the state returns if the question is withdrawn; nil if there are none.
        var earlier: Postponement?
    }

    /// The number of Not Now answers and the time of the last one.
    struct Postponement: Equatable, Sendable {
        var count: Int
        var last: Instant
    }

    /// The inputs of the state machine.
    enum Input: Equatable, Sendable {
        /// A link of the app was pinned, and the person is asked.
        case offered(ConsentRequest)
        /// The person answered, on any device.
        case answered(ConsentRequest.Answer)
        /// The person turned the app's switch by hand.
        case switched(Bool)
        /// Automatic sharing was turned off everywhere, so that the question is void.
        case withdrawn
    }

    /// Returns the state after an input.
    ///
    /// - Parameters:
    ///   - position: the position of the input in the log.
    ///   - now: the time of the input.
    /// - Returns: nil if the input has no effect in this state.
    func after(_ input: Input, at position: Int64, _ now: Instant) -> ConsentState? {
        switch (self, input) {
        case (.unset, .offered(let request)):
            .offered(Offer(request: request, position: position))
        case (.postponed(let earlier), .offered(let request)):
            .offered(Offer(request: request, position: position, earlier: earlier))
        case (.offered, .offered), (.on, .offered), (.never, .offered), (.revoked, .offered): nil

        case (.offered, .answered(.allow)): .on(since: position)
        case (.offered(let offer), .answered(.notNow)):
            .postponed(Postponement(count: (offer.earlier?.count ?? 0) + 1, last: now))
        case (.offered, .answered(.never)): .never
        case (.unset, .answered), (.on, .answered), (.postponed, .answered), (.never, .answered),
            (.revoked, .answered):
            nil

        case (.unset, .switched(let isOn)), (.offered, .switched(let isOn)), (.postponed, .switched(let isOn)),
            (.never, .switched(let isOn)):
            isOn ? .on(since: position) : .revoked(since: position)
        case (.on, .switched(let isOn)): isOn ? nil : .revoked(since: position)
        case (.revoked, .switched(let isOn)): isOn ? .on(since: position) : nil

        case (.offered(let offer), .withdrawn): offer.earlier.map(ConsentState.postponed) ?? .unset
        case (.unset, .withdrawn), (.on, .withdrawn), (.postponed, .withdrawn), (.never, .withdrawn),
            (.revoked, .withdrawn):
            nil
        }
    }

    /// The open question; nil if there is none.
    var offer: Offer? {
        if case .offered(let offer) = self { offer } else { nil }
    }

    /// The switch as the person decided it; nil while it is undecided, which counts as off.
    var decided: PersonState.Switch? {
        switch self {
        case .on(let since): PersonState.Switch(isOn: true, since: since)
        case .revoked(let since): PersonState.Switch(isOn: false, since: since)
        case .unset, .offered, .postponed, .never: nil
        }
    }

    /// The state's name in the audit.
    var standing: SettingChange.Standing {
        switch self {
        case .unset: .unset
        case .offered: .offered
        case .on: .on
        case .postponed: .postponed
        case .never: .never
        case .revoked: .revoked
        }
    }
}
