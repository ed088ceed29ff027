package import ChatProtocol

/// Who asks.
package enum Principal: Sendable, Equatable {
    /// Someone in Messages.
    case person(Handle)
    /// An app that runs as a person.
    case app(AppID, person: Handle)
    /// A test harness, and on whose behalf it acts where a request does not say.
    case observer(Handle?)

    /// The person the session speaks for, if there is one.
    package var handle: Handle? {
        switch self {
        case .person(let handle), .app(_, let handle): handle
        case .observer(let handle): handle
        }
    }

    /// The role, by which methods are allowed.
    package var role: Role {
        switch self {
        case .person: .person
        case .app: .app
        case .observer: .observer
        }
    }
}
