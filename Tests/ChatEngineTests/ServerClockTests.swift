import ChatCore
import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// The server's clock, and the time of worlds whose last record is from a clock that was ahead.
struct ServerClockTests {
    /// A wall clock and a monotonic clock.
    private final class Clocks {
        var wall: Int64 = 1_700_000_000_000
        var steady: Int64 = 5_000

        func pass(_ milliseconds: Int64) {
            wall += milliseconds
            steady += milliseconds
        }
    }

    private static let day: Int64 = 86_400_000

    private let clocks = Clocks()
    private let clock: ServerClock

    init() {
        clock = ServerClock(wall: { [clocks] in clocks.wall }, steady: { [clocks] in clocks.steady })
    }

    private var now: Int64 { clock.now().milliseconds }

    @Test("the clock ignores a wall clock that is ahead for under a minute") func aMomentAheadIsIgnored() {
        let start = now
        clocks.wall += Self.day
        for _ in 0..<59 {
            clocks.pass(1_000)
            _ = now
        }
        #expect(now == start + 59_000)
        clocks.wall -= Self.day
        clocks.pass(10_000)
        #expect(now == start + 69_000)
        // The minute begins again.
        clocks.wall += Self.day
        clocks.pass(1_000)
        #expect(now == start + 70_000)
        clocks.pass(59_999)
        #expect(now == start + 129_999)
        clocks.pass(1)
        #expect(now == clocks.wall, "a wall clock that stays ahead is believed")
    }

    @Test("one reading catches up by at most the time that the monotonic clock counted") func aReadingAddsLittle() {
        let start = now
        clocks.wall += 900
        #expect(now == start)
        clocks.pass(100)
        #expect(now == start + 200)
        clocks.pass(100)
        #expect(now == start + 400)
        clocks.pass(10_000)
        #expect(now == clocks.wall)
    }

    @Test("the clock advances when the wall clock is set back") func clockNeverGoesBack() {
        let start = now
        clocks.wall -= Self.day
        clocks.pass(7_000)
        #expect(now == start + 7_000)
        clocks.wall += Self.day
        #expect(now == start + 7_000)
    }

    @Test("the time of a world advances after a restart although its last record is a day ahead")
    func aWorldGoesOnAfterARestart() throws {
        let server = try EngineFixture {
            $0.clock = .real
            $0.limits.typingMilliseconds = 500
        }
        let truth = server.now
        server.now = truth.advanced(byMilliseconds: Self.day)
        let anna = try server.person("anna")
        let talk = try anna.conversation.create(participants: ["bea"]).id
        let message = try anna.message.send(conversation: talk, text: "one").id
        server.now = truth
        try server.restart()
        let (again, bea) = (try server.person("anna"), try server.person("bea"))
        try again.conversation.typing(conversation: talk, isTyping: true)
        #expect(server.engine.nextDue == truth.advanced(byMilliseconds: 500), "by the server's clock")
        server.now = truth.advanced(byMilliseconds: 499)
        server.flush()
        #expect(bea.received("typing").count == 1)
        server.now = truth.advanced(byMilliseconds: 500)
        server.flush()
        #expect(bea.received("typing").count == 2, "typing ends")
        server.now = truth.advanced(byMilliseconds: 120_001)
        #expect(again.refusal { try $0.message.unsend(message: message) } == .expired)
    }

    @Test("an action expires although the clock was ahead when the app was asked")
    func anActionEnds() throws {
        let server = try EngineFixture {
            $0.clock = .real
            $0.actionPolicy.timeLimitMilliseconds = 500
        }
        try server.observer().app.register(
            app: "com.example.board", name: "Board", domains: ["board.example"], backends: [.custom])
        let truth = server.now
        server.now = truth.advanced(byMilliseconds: Self.day)
        let anna = try server.person("anna")
        let talk = try anna.conversation.create(participants: ["bea"]).id
        try anna.collaboration.start(app: "com.example.board", title: "Ideas", conversation: talk)
        server.now = truth
        server.flush()
        server.now = truth.advanced(byMilliseconds: 499)
        server.flush()
        #expect(anna.received("collaboration.changed").last?["start"]?["state"] != "failed")
        server.now = truth.advanced(byMilliseconds: 500)
        server.flush()
        #expect(anna.received("collaboration.changed").last?["start"]?["state"] == "failed")
    }

    @Test("the wait after wrong tokens uses the monotonic clock") func waitsAreMonotonic() throws {
        var keys = AuthenticatorTests.Keys()
        _ = keys.make(.observer)
        var configuration = ServerEngine.Configuration()
        configuration.authenticator = .tokens(keys.book)
        let engine = try ServerEngine(
            configuration: configuration, log: MemoryEventLog(), isStored: false,
            steady: { [clocks] in Instant(milliseconds: clocks.steady) },
            clock: { [clocks] in Instant(milliseconds: clocks.wall) })
        func refusal() -> RPCError.Reason? {
            do { try engine.admitObserver(token: "wrong", from: "10.0.0.1") } catch { return error.reason }
            return nil
        }
        for _ in 0..<WrongTokens.countMax { #expect(refusal() == .unauthenticated) }
        #expect(refusal() == .rateLimited)
        clocks.wall += Self.day
        #expect(refusal() == .rateLimited)
        clocks.pass(WrongTokens.windowMilliseconds)
        #expect(refusal() == .unauthenticated)
    }
}
