public import ChatProtocol

/// The secrets that a command was given, for a server that asks for tokens.
///
/// One secret is for everyone whom the command speaks as. A play speaks as many: then each is written with whose it is,
/// `observer=ust_…,anna=ust_…,com.example.notes=ust_…`.
public struct Credentials: Hashable, Sendable {
    /// The environment variable that is read where no option says otherwise: other users of a machine see the words of
    /// a command, and not its environment.
    public static let variable = "UNDERSTUDY_TOKEN"

    private var forAll: String?
    private var byName: [String: String] = [:]

    /// Reads the value of `--token`, or else the environment's.
    public init(_ option: String? = nil, environment: [String: String] = [:]) {
        for part in (option ?? environment[Self.variable] ?? "").split(separator: ",") {
            if let equals = part.firstIndex(of: "=") {
                byName[part[..<equals].lowercased()] = String(part[part.index(after: equals)...])
            } else {
                forAll = String(part)
            }
        }
    }

    /// The secret to say hello with as that.
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
    /// Never a secret: a value like this may come into a log or a failed test.
    public var description: String { "Credentials(\(byName.count + (forAll == nil ? 0 : 1)))" }
}

extension Hello {
    /// The same greeting, with the secret for whom it names.
    package func with(_ credentials: Credentials) -> Hello {
        var hello = self
        hello.token = credentials.token(for: identity)
        return hello
    }
}
