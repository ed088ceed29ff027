public import ChatProtocol

/// The secrets that a command was given, for a server that requires tokens.
///
/// A single secret applies to every person and app of the command. A play has many of them, so each secret can have a
/// name: `observer=ust_…,anna=ust_…,com.example.notes=ust_…`.
public struct Credentials: Hashable, Sendable {
    /// The environment variable that is read if no option is given. Other users of a machine can see the words of a
    /// command, but not its environment.
    public static let variable = "UNDERSTUDY_TOKEN"

    private var forAll: String?
    private var byName: [String: String] = [:]

    /// Reads the value of `--token`; if it is nil, that of the environment variable.
    public init(_ option: String? = nil, environment: [String: String] = [:]) {
        for part in (option ?? environment[Self.variable] ?? "").split(separator: ",") {
            if let equals = part.firstIndex(of: "=") {
                byName[part[..<equals].lowercased()] = String(part[part.index(after: equals)...])
            } else {
                forAll = String(part)
            }
        }
    }

    /// Returns the secret for the login of a person, an app or the observer; nil if none was given.
    public func token(for identity: Hello.Identity) -> String? {
        let name =
            switch identity {
            case .person(let handle, _): handle.rawValue
            case .app(let app, _): app.rawValue.lowercased()
            case .observer: Role.observer.rawValue
            }
        return byName[name] ?? forAll
    }
}

extension Credentials: CustomStringConvertible {
    /// The number of secrets, never a secret: a log or a failed test may contain this text.
    public var description: String { "Credentials(\(byName.count + (forAll == nil ? 0 : 1)))" }
}

extension Hello {
    /// Returns the same login, with the secret of its identity.
    package func with(_ credentials: Credentials) -> Hello {
        var hello = self
        hello.token = credentials.token(for: identity)
        return hello
    }
}
