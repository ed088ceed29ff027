package import AppModel
import ChatConnection
import ChatProtocol
import ChatSystem
import Foundation

/// The plain model of a running app: its session, and its person's session for CloudKit, guarded by one lock.
///
/// It is safe to send: the sessions and everything that they reach are only used by ``use(_:)``, with the lock held.
package final class AppSessions: @unchecked Sendable {
    /// The sessions.
    package final class Guarded {
        /// The app's session.
        package private(set) lazy var session: AppSession = {
            let session = AppSession(
                app: binding.app, person: binding.person, stream: stream(.app(binding.app, person: binding.person)))
            turns.append { session.turn() }
            // A notice has no completion handler: its refusal is only reported.
            session.onRefusal = { [binding] error in
                let line = "understudy: \(binding.app) as \(binding.person): \(error.sentence)\n"
                FileHandle.standardError.write(Data(line.utf8))
            }
            return session
        }()
        /// The actions that the system requests of the app.
        package private(set) lazy var coordinator: CollaborationCoordinator = {
            let coordinator = CollaborationCoordinator()
            coordinator.serve(session)
            coordinatorIfUsed = coordinator
            return coordinator
        }()
        /// The attributions on the app's screens.
        package private(set) lazy var attributions = AttributionPlaces(session)
        /// Called when the person replies to the attribution at a place: the system opens its conversation.
        package var onReply: ((_ place: String) -> Void)?
        /// The coordinator; nil if the app has not used it.
        private(set) var coordinatorIfUsed: CollaborationCoordinator?
        /// The person's shares.
        package private(set) lazy var container: Container = {
            let container = Container(person: binding.person, stream: stream(.person(binding.person, name: nil)))
            turns.append { container.turn() }
            return container
        }()

        private let binding: AppBinding
        private var connections: [TransportConnection<NumberedRequest>] = []
        private var turns: [() -> Bool] = []
        private var objects: [ObjectIdentifier: AnyObject] = [:]
        fileprivate var onArrival: @Sendable () -> Void = {}

        fileprivate init(_ binding: AppBinding) { self.binding = binding }

        private func stream(_ identity: Hello.Identity) -> any AppStream {
            let hello = Hello(identity, device: binding.device, world: binding.world).with(binding.host.credentials)
            let (host, onArrival) = (binding.host, onArrival)
            let connection = TransportConnection<NumberedRequest>(hello: hello) { () throws(TransportError) in
                try LineTransport(on: host, onArrival)
            }
            connection.start()
            connections.append(connection)
            return LiveAppStream(connection)
        }

        /// Returns the one object of a class that this app has, created at first use.
        package func object<Object: AnyObject>(_ make: () -> Object) -> Object {
            let key = ObjectIdentifier(Object.self)
            if let known = objects[key] as? Object { return known }
            let made = make()
            objects[key] = made
            return made
        }

        /// True unless a connection was lost and can be opened again.
        var isConnected: Bool {
            connections.allSatisfy { connection in
                switch connection.phase {
                case .live, .refused: true
                case .connecting, .greeting, .waiting: false
                }
            }
        }

        /// The reason why a connection is not live; nil if all are.
        var problem: String? {
            connections.lazy.compactMap { connection in
                switch connection.phase {
                case .live: nil
                case .refused(let error): error.sentence
                case .connecting, .greeting, .waiting: connection.lastProblem
                }
            }.first
        }

        /// True if every request is answered.
        package var isIdle: Bool { connections.allSatisfy(\.isIdle) }

        /// Takes what has arrived.
        func turn() {
            for connection in connections { connection.turn(.init()) }
            for turn in turns { _ = turn() }
        }

        fileprivate func close() {
            for connection in connections { connection.close() }
            objects = [:]
        }
    }

    private let lock = NSLock()
    private let sessions: Guarded

    init(_ binding: AppBinding) { sessions = Guarded(binding) }

    /// Sets the function to call after each arrival.
    func onArrival(_ arrived: @escaping @Sendable () -> Void) { use { $0.onArrival = arrived } }

    /// Uses the sessions.
    func use<Value>(_ body: (Guarded) throws -> Value) rethrows -> Value { try lock.withLock { try body(sessions) } }

    /// Ends the connections.
    func close() { use { $0.close() } }
}
