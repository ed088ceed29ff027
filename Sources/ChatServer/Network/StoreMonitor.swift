import ChatEngine
import ChatLog
import ChatSystem

/// The connection to the database, which wakes the poller, and the log lines about problems with the storage.
final class StoreMonitor {
    /// This server's own descriptor of the connection to the database. The owner of the original may close it, and the
    /// system may then reuse its number.
    private struct Watched {
        let descriptor: Int32
        let generation: Int
    }

    private let engine: ServerEngine
    private let registry: PollerRegistry
    private let serverLog: ServerLog
    private var watched: Watched?

    init(engine: ServerEngine, registry: PollerRegistry, log: ServerLog) {
        (self.engine, self.registry, serverLog) = (engine, registry, log)
    }

    /// Reads unsolicited messages of the database.
    func read() {
        engine.leases?.read()
        watch()
    }

    /// Watches the connection to the database. After each loss it is another connection.
    func watch() {
        guard let leases = engine.leases else { return }
        let found = leases.descriptor
        if let watched {
            guard found == nil || watched.generation != leases.generation else { return }
            registry.unwatch(watched.descriptor)
            Descriptors.close(watched.descriptor)
            self.watched = nil
        }
        guard let found, let own = try? Descriptors.duplicate(found) else { return }
        watched = Watched(descriptor: own, generation: leases.generation)
        registry.watchStore(own)
    }

    /// Logs problems with the storage, and tries to recover from them.
    func check() {
        if let trouble = engine.takeProblem() { serverLog.note(.diskFailed(problem: trouble)) }
        let wasUnwell = engine.unhealthyReason != nil
        engine.recover()
        logRisk()
        watch()
        if wasUnwell, engine.unhealthyReason == nil { serverLog.note(.logRecovered) }
    }

    /// Logs the risk that acknowledged data is lost.
    func logRisk() {
        if let risk = engine.takeDurabilityWarning() { serverLog.note(.acknowledgedAtRisk(problem: risk)) }
    }
}
