package import ChatProtocol

/// The caller of a request.
package enum Principal: Sendable, Equatable {
    /// A person in Messages.
    case person(Handle)
    /// An app that runs as a person.
    case app(AppID, person: Handle)
    /// A test harness, with the person for whom it acts if a request names none.
    case observer(Handle?)

    /// The person of the session; nil for an observer without one.
    package var handle: Handle? {
        switch self {
        case .person(let handle), .app(_, let handle): handle
        case .observer(let handle): handle
        }
    }

    /// The role, which decides the allowed methods.
    package var role: Role {
        switch self {
        case .person: .person
        case .app: .app
        case .observer: .observer
        }
    }
}
