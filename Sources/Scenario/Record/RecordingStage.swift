public import ChatConnection
import ChatProtocol

/// A stage on which everything that is played is recorded: with each message that a player sends, a recorder hears what
/// the server told meanwhile.
public final class RecordingStage: Stage {
    private let inner: any Stage
    private let name: String
    private var recorder: Recorder?
    private let onEnd: (String?) -> Void

    /// Records what is played on another stage.
    ///
    /// - Parameters:
    ///   - name: what the feature is called.
    ///   - onEnd: handed the feature when the play is over; nil if the recorder was cut off, as a restart does.
    public init(_ inner: any Stage, name: String, onEnd: @escaping (String?) -> Void) throws {
        self.inner = inner
        self.name = name
        self.onEnd = onEnd
        recorder = try Recorder(
            try inner.connect(), hello: Hello(.observer(nil), world: WorldName(inner.world)), name: name,
            hasEverything: true, isOfAPlay: true)
    }

    /// The world of the other stage.
    public var world: String { inner.world }
    /// Where the other stage listens, if it does.
    public var address: ServerEndpoint? { inner.address }
    /// Whether the other stage can.
    public var canRestart: Bool { inner.canRestart }

    /// Opens a stream whose messages the recorder follows.
    public func connect() throws(TransportError) -> any ClientTransport {
        FollowedStream(try inner.connect(), stage: self)
    }

    /// Restarts the other stage: that ends the recording.
    public func restart() throws(TransportError) {
        recorder = nil
        try inner.restart()
    }

    /// Whether the other stage can.
    public var canStepClock: Bool { inner.canStepClock }

    /// Sets the clock of the other stage.
    public func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.stepClock(byMilliseconds: milliseconds)
    }

    /// Lets time pass at the stage that is recorded.
    public func passTime(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.passTime(byMilliseconds: milliseconds)
    }

    /// Ends the recording and hands it out.
    public func close() {
        follow(fences: true)
        onEnd(recorder?.text)
        recorder?.close()
        inner.close()
    }

    fileprivate func follow(fences: Bool = false) {
        do { try recorder?.catchUp(fences: fences) } catch { recorder = nil }
    }
}

/// A stream whose messages a recorder follows.
private final class FollowedStream: ClientTransport {
    private let inner: any ClientTransport
    private weak var stage: RecordingStage?

    init(_ inner: any ClientTransport, stage: RecordingStage) {
        self.inner = inner
        self.stage = stage
    }

    func send(_ message: [UInt8]) throws(TransportError) {
        try inner.send(message)
        stage?.follow()
    }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        try inner.receive(waitingMilliseconds: milliseconds)
    }

    func close() { inner.close() }

    func leave() {
        inner.leave()
        stage?.follow()
    }
}
