import ChatProtocol

/// How a person stands to one app's links surfacing by themselves: the state machine of consent (docs/reference/consent.md).
///
/// A pure value. What is decided in it follows from the state and the input alone; *whether* a question is put at all
/// is ``ConsentPolicy``'s.
enum ConsentState: Equatable, Sendable {
    /// Never decided, and never asked: counts as off, and a pin may ask.
    case unset
    /// A question waits for an answer.
    case offered(Offer)
    /// Links received since that position surface (`auto-on`).
    case on(since: Int64)
    /// The answer was Not Now.
    case postponed(Postponement)
    /// The answer was Never: no pin asks again, and the switch is still the person's to turn.
    case never
    /// Turned off by hand at that position: decided, so that no pin asks again.
    case revoked(since: Int64)

    /// A question that waits, and what was answered to those before it.
    struct Offer: Equatable, Sendable {
        var request: ConsentRequest
        /// When it was asked, as a position: the oldest is answered first.
        var position: Int64
        /// The answers before it, to which the state goes back if the question is withdrawn.
        var earlier: Postponement?
    }

    /// How often the answer was Not Now, and when it last was.
    struct Postponement: Equatable, Sendable {
        var count: Int
        var last: Instant
    }

    /// What can happen to it.
    enum Input: Equatable, Sendable {
        /// The person is asked, because a link of the app was pinned.
        case offered(ConsentRequest)
        /// The person answered, on any device.
        case answered(ConsentRequest.Answer)
        /// The person turned the app's switch by hand.
        case switched(Bool)
        /// Automatic sharing was turned off everywhere, and with it there is nothing left to ask.
        case withdrawn
    }

    /// The state behind an input.
    ///
    /// - Parameters:
    ///   - position: where in the log it happened.
    ///   - now: when it did.
    /// - Returns: nil where the input means nothing in this state, which then stays as it is.
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

    /// The question that waits, if one does.
    var offer: Offer? {
        if case .offered(let offer) = self { offer } else { nil }
    }

    /// The switch as it was decided; nil as long as it was not, which counts as off.
    var decided: PersonState.Switch? {
        switch self {
        case .on(let since): PersonState.Switch(isOn: true, since: since)
        case .revoked(let since): PersonState.Switch(isOn: false, since: since)
        case .unset, .offered, .postponed, .never: nil
        }
    }

    /// Its name, as the audit tells it.
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
