import ChatConnection
import ChatProtocol
import ChatSystem

/// Advances the virtual time of the demo's world with real time, after the play has ended.
final class DemoClock {
    private let observer: ScriptedClient
    private var told: Int64

    /// Creates the clock of the stage's world, which does not advance before ``follow()``.
    init(_ stage: any Stage) throws {
        observer = ScriptedClient(try stage.connect())
        try observer.hello(Hello(.observer(nil), world: WorldName(stage.world)))
        told = Clocks.steady()
    }

    /// Advances the virtual time by the real time since the last call; at most once a second.
    func follow() {
        let now = Clocks.steady()
        guard now - told >= 1_000 else { return }
        let passed = now - told
        told = now
        // The demo continues even if its clock cannot be advanced.
        _ = try? observer.request(.clockAdvance(.milliseconds(passed)))
        _ = observer.takeInbox()
    }
}
