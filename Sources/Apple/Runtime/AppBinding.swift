public import ChatConnection
public import ChatProtocol
import Foundation

/// The reason why code that uses Apple's classes runs as no app: nothing is bound to its task, and the process's
/// environment does not name an app.
public struct AppBindingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line that names what is missing.
    public let description: String
}

/// The app and the person that code runs as, with their server.
public struct AppBinding: Sendable {
    /// The variable for the server, as `HOST:PORT`. The default is 127.0.0.1:7400.
    public static let serverVariable = "UNDERSTUDY_SERVER"
    /// The variable for the bundle identifier of the app.
    public static let appVariable = "UNDERSTUDY_APP"
    /// The variable for the handle of the person.
    public static let personVariable = "UNDERSTUDY_PERSON"

    /// The bundle identifier of the app.
    public var app: AppID
    /// The person who uses the app.
    public var person: Handle
    /// The world of the server.
    public var world: WorldName
    /// The server.
    public var host: any LineHost

    /// Creates a binding.
    public init(app: AppID, person: Handle, world: WorldName = .main, host: any LineHost) {
        (self.app, self.person, self.world, self.host) = (app, person, world, host)
    }

    /// Reads the binding of a process from its environment.
    ///
    /// - Throws: ``AppBindingError`` if a variable is missing or malformed.
    public init(environment: [String: String]) throws(AppBindingError) {
        let missing = [Self.appVariable, Self.personVariable].filter { environment[$0, default: ""].isEmpty }
        guard missing.isEmpty, let app = environment[Self.appVariable], let name = environment[Self.personVariable]
        else {
            let names = missing.joined(separator: " and ")
            throw AppBindingError(
                description: "This code runs as no app: set \(names), or run it with person.running(app) in a test.")
        }
        guard let person = Handle(name) else {
            throw AppBindingError(description: "\(Self.personVariable): “\(name)” is not a valid handle.")
        }
        do {
            let endpoint = try environment[Self.serverVariable].map { try ServerEndpoint($0) }
            self.init(
                app: AppID(app), person: person,
                host: SocketHost(
                    endpoint ?? ServerEndpoint(host: "127.0.0.1"), Credentials(environment: environment)))
        } catch {
            throw AppBindingError(description: "\(Self.serverVariable): \(error).")
        }
    }
}

/// A server on a socket.
private final class SocketHost: LineHost {
    let credentials: Credentials
    private let endpoint: ServerEndpoint

    init(_ endpoint: ServerEndpoint, _ credentials: Credentials) {
        (self.endpoint, self.credentials) = (endpoint, credentials)
    }

    func openLine(_ arrived: @escaping @Sendable () -> Void) throws(TransportError) -> any ClientLine {
        try SocketLine(to: endpoint, arrived)
    }
}
