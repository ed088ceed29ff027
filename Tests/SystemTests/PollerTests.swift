import ChatSystem
import Dispatch
import Testing

/// The behaviour that both system interfaces share.
@Suite struct PollerTests {
    /// A pipe that closes both ends when it is released.
    private final class Pipe {
        let read: Int32
        let write: Int32

        init() throws { (read, write) = try Descriptors.makePipe() }

        deinit { for end in [read, write] { Descriptors.close(end) } }

        func fill() { #expect(Descriptors.writeAll([1], to: write) == 0) }
    }

    private func ready(_ poller: Poller, within milliseconds: Int32 = 0) -> [Poller.Ready] {
        var ready: [Poller.Ready] = []
        poller.wait(milliseconds: milliseconds, into: &ready)
        return ready.sorted { $0.token < $1.token }
    }

    @Test(arguments: SystemInterface.allCases)
    func readyDescriptorsAreReportedByToken(_ interface: SystemInterface) throws {
        let poller = try Poller(interface)
        let pipes = try (0..<3).map { _ in try Pipe() }
        for (index, pipe) in pipes.enumerated() { #expect(poller.watch(pipe.read, token: UInt64(index))) }
        #expect(ready(poller).isEmpty)
        pipes[2].fill()
        pipes[0].fill()
        #expect(ready(poller).map(\.token) == [0, 2])
        #expect(ready(poller).allSatisfy { $0.canRead && !$0.canWrite }, "as long as nobody reads")
        poller.unwatch(pipes[0].read)
        #expect(ready(poller).map(\.token) == [2])
        #expect(poller.watch(pipes[0].read, token: 7))
        #expect(ready(poller).map(\.token) == [2, 7])
    }

    @Test(arguments: SystemInterface.allCases)
    func writableDescriptorIsReportedOnlyOnRequest(_ interface: SystemInterface) throws {
        let poller = try Poller(interface)
        let pipe = try Pipe()
        #expect(poller.watch(pipe.write, token: 1))
        #expect(ready(poller).isEmpty)
        poller.change(pipe.write, token: 1, reading: true, writing: true)
        #expect(ready(poller).map(\.canWrite) == [true])
        poller.change(pipe.write, token: 1, reading: false, writing: false)
        #expect(ready(poller).isEmpty)
    }

    @Test(arguments: SystemInterface.allCases)
    func closedPeerIsReportedAsReadable(_ interface: SystemInterface) throws {
        let poller = try Poller(interface)
        let (read, write) = try Descriptors.makePipe()
        defer { Descriptors.close(read) }
        #expect(poller.watch(read, token: 1))
        poller.change(read, token: 1, reading: false, writing: false)
        Descriptors.close(write)
        #expect(ready(poller).map(\.canRead) == [true], "a hang-up is told whoever asked")
        poller.unwatch(read)
        #expect(ready(poller).isEmpty)
    }

    @Test("a pausable descriptor is not reported during a pause", arguments: SystemInterface.allCases)
    func pausableDescriptorsArePaused(_ interface: SystemInterface) throws {
        let poller = try Poller(interface)
        let pipes = try (0..<4).map { _ in try Pipe() }
        for (index, pipe) in pipes.enumerated() {
            if index == 2 { poller.pause(true) }
            #expect(poller.watch(pipe.read, token: UInt64(index), isPausable: index != 1))
            pipe.fill()
        }
        #expect(ready(poller).map(\.token) == [1])
        poller.change(pipes[0].read, token: 0, reading: true, writing: false)
        poller.unwatch(pipes[3].read)
        #expect(ready(poller).map(\.token) == [1])
        poller.pause(false)
        #expect(ready(poller).map(\.token) == [0, 1, 2])
        // A descriptor that is watched again is not pausable by default.
        poller.unwatch(pipes[0].read)
        #expect(poller.watch(pipes[0].read, token: 0))
        poller.pause(true)
        #expect(ready(poller).map(\.token) == [0, 1])
    }

    @Test(arguments: SystemInterface.allCases)
    func invalidOrWatchedDescriptorIsRefused(_ interface: SystemInterface) throws {
        let poller = try Poller(interface)
        #expect(!poller.watch(-1, token: 1))
        let pipe = try Pipe()
        #expect(poller.watch(pipe.read, token: 1))
        #expect(!poller.watch(pipe.read, token: 2), "nor one that is watched already")
    }

    @Test(arguments: SystemInterface.allCases)
    func wakeupFromAnotherThreadEndsAWait(_ interface: SystemInterface) throws {
        let poller = try Poller(interface)
        let wakeup = poller.wakeup
        DispatchQueue.global().async { wakeup.wake() }
        #expect(ready(poller, within: 60_000).isEmpty)
        wakeup.wake()
        wakeup.wake()
        #expect(ready(poller, within: 60_000).isEmpty, "what woke is taken, however often it did")
        #expect(ready(poller).isEmpty)
    }
}
