import AppModel
public import ChatConnection
public import ChatProtocol
import Foundation
import Synchronization

/// An app that runs as a person: the sessions that its objects of Apple's classes use.
///
/// Apple's initializers name neither an app nor a session. They take ``current``: the app that is bound to the task, or
/// else the app of the process. Callbacks run on the main actor, in the order of their events, and with this app bound.
public final class RunningApp: Sendable {
    /// The app that the current code runs as: the one bound to its task, or else the one of the process.
    public static var current: Result<RunningApp, AppBindingError> { bound.map { .success($0) } ?? process }

    /// The current app; nil if there is none, which is reported on stderr once.
    package static var currentOrReport: RunningApp? {
        switch current {
        case .success(let app): return app
        case .failure(let error):
            if isReported.exchange(true, ordering: .relaxed) == false {
                FileHandle.standardError.write(Data("understudy: \(error)\n".utf8))
            }
            return nil
        }
    }

    private static let isReported = Atomic(false)

    @TaskLocal private static var bound: RunningApp?

    private static let process: Result<RunningApp, AppBindingError> = Result {
        () throws(AppBindingError) in
        RunningApp(try AppBinding(environment: ProcessInfo.processInfo.environment))
    }

    /// The app, the person and the server.
    public let binding: AppBinding
    private let model: AppSessions
    private let isScheduled = Atomic(false)
    private let callbacks = CallbackQueue()
    private let waiters = Waiters()
    /// The attempts to connect since the last success.
    private let attempts = Atomic(0)

    /// Creates the app. It connects when a class first needs the server.
    public init(_ binding: AppBinding) {
        self.binding = binding
        model = AppSessions(binding)
        model.onArrival { [weak self] in self?.schedule() }
    }

    /// Runs code as this app: the objects of Apple's classes that it creates belong to the app.
    public func bound<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await Self.$bound.withValue(self, operation: body, isolation: isolation)
    }

    /// Runs synchronous code as this app.
    public func bound<Value>(_ body: () throws -> Value) rethrows -> Value {
        try Self.$bound.withValue(self, operation: body)
    }

    /// Uses the model. One thread uses it at a time; the body must call no code of the app.
    package func withModel<Value>(_ body: (AppSessions.Guarded) throws -> Value) rethrows -> Value {
        defer { waiters.resumeAll() }
        return try model.use(body)
    }

    /// Enqueues a callback, which runs on the main actor after the current turn.
    package func enqueue(_ callback: @escaping () -> Void) {
        callbacks.append(callback)
        schedule()
    }

    /// Connects the app now.
    ///
    /// - Returns: The reason why the server refuses the app or cannot be reached; nil if it is connected.
    package func connect() -> String? {
        model.use { sessions in
            _ = sessions.session
            return sessions.problem
        }
    }

    /// Ends the sessions of the app. Its objects receive nothing more.
    public func close() { model.close() }

    // MARK: Turns

    private func schedule() {
        guard isScheduled.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        Task { @MainActor in turn() }
    }

    /// Takes what has arrived, and runs the callbacks.
    @MainActor private func turn() {
        isScheduled.store(false, ordering: .releasing)
        let isConnected = model.use { sessions in
            sessions.turn()
            return sessions.isConnected
        }
        while let callback = callbacks.takeFirst() { bound(callback) }
        waiters.resumeAll()
        if isConnected { attempts.store(0, ordering: .relaxed) } else { reconnect() }
    }

    /// Schedules the next attempt to connect: the first one at once, and then one each second.
    private func reconnect() {
        let isFirst = attempts.add(1, ordering: .relaxed).oldValue == 0
        Task { [weak self] in
            if !isFirst { try await Task.sleep(for: .seconds(1)) }
            self?.schedule()
        }
    }

    // MARK: For tests

    /// True if nothing is left to deliver: no turn is scheduled, no callback waits, and every request is answered.
    package var isQuiet: Bool {
        !isScheduled.load(ordering: .acquiring) && callbacks.isEmpty && model.use { $0.isIdle }
    }

    /// Takes what has arrived, and runs the callbacks.
    package func deliver() async { await turn() }

    /// The actions that the app has neither fulfilled nor failed, each with its kind and its document.
    package var openActions: [String] {
        model.use { sessions in
            sessions.coordinatorIfUsed?.waitingActions.map { action in
                let title = action.collaborationMetadata.title ?? action.uuid
                return
                    "\(action is StartCollaborationAction ? "the start" : "the change of participants") of “\(title)”"
            } ?? []
        }
    }

    /// Waits until the app has answered an open action, or until the deadline.
    package func answer(before deadline: ContinuousClock.Instant) async {
        let count = openActions.count
        let timer = Task {
            try await Task.sleep(until: deadline)
            waiters.resumeAll()
        }
        while ContinuousClock.now < deadline, openActions.count == count {
            await waiters.wait { openActions.count != count || ContinuousClock.now >= deadline }
        }
        timer.cancel()
    }
}

/// The tasks that wait for a change.
private final class Waiters: Sendable {
    private let continuations = Mutex<[CheckedContinuation<Void, Never>]>([])

    /// Waits for the next change, unless the condition is true by now.
    func wait(unless isOver: () -> Bool) async {
        await withCheckedContinuation { new in
            continuations.withLock { $0.append(new) }
            if isOver() { resumeAll() }
        }
    }

    func resumeAll() {
        let all = continuations.withLock { continuations in
            defer { continuations = [] }
            return continuations
        }
        for continuation in all { continuation.resume() }
    }
}

/// The callbacks that wait for the main actor, in order.
///
/// It is safe to send: the array is only used with the lock held. A callback is appended by the thread that passed it to
/// one of Apple's methods and gave it away with that, and is called once, on the main actor.
private final class CallbackQueue: @unchecked Sendable {
    private let lock = NSLock()
    private var callbacks: [() -> Void] = []

    var isEmpty: Bool { lock.withLock { callbacks.isEmpty } }

    func append(_ callback: @escaping () -> Void) { lock.withLock { callbacks.append(callback) } }

    func takeFirst() -> (() -> Void)? { lock.withLock { callbacks.isEmpty ? nil : callbacks.removeFirst() } }
}

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
    /// The variable for the name of the device, if the person has several.
    public static let deviceVariable = "UNDERSTUDY_DEVICE"

    /// The bundle identifier of the app.
    public var app: AppID
    /// The person who uses the app.
    public var person: Handle
    /// The name of the device, if the person has several. Each device has its own key in a collaboration.
    public var device: String?
    /// The world of the server.
    public var world: WorldName
    /// The server.
    public var host: any LineHost

    /// Creates a binding.
    public init(
        app: AppID, person: Handle, device: String? = nil, world: WorldName = .main, host: any LineHost
    ) {
        (self.app, self.person, self.device, self.world, self.host) = (app, person, device, world, host)
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
                app: AppID(app), person: person, device: environment[Self.deviceVariable],
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
