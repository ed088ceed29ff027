import ChatConnection
import ChatProtocol
import ChatSystem

/// Lets the virtual time of a story go on with the time on the wall, once nobody tells the story any more.
final class DemoClock {
    private let observer: ScriptedClient
    private var told: Int64

    /// The clock of the stage's world, which stands still until ``follow()``.
    init(_ stage: any Stage) throws {
        observer = ScriptedClient(try stage.connect())
        try observer.hello(Hello(.observer(nil), world: WorldName(stage.world)))
        told = Clocks.steady()
    }

    /// Lets as much time pass as has passed since the last call; at most once a second.
    func follow() {
        let now = Clocks.steady()
        guard now - told >= 1_000 else { return }
        let passed = now - told
        told = now
        // A demo without its clock is still a demo.
        _ = try? observer.request(.clockAdvance(.milliseconds(passed)))
        _ = observer.takeInbox()
    }
}
