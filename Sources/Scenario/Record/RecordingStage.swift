public import ChatConnection
import ChatProtocol

/// A stage that records everything played on it. After each message of a player, the recorder reads the notifications
/// of the server.
public final class RecordingStage: Stage {
    private let inner: any Stage
    private let name: String
    private var recorder: Recorder?
    private let onEnd: (String?) -> Void

    /// Creates a stage that records another one.
    ///
    /// - Parameters:
    ///   - inner: The stage to record.
    ///   - name: The name of the feature.
    ///   - onEnd: Receives the feature at the end; nil if the recorder lost its stream, as in a restart.
    /// - Throws: An error if the recorder cannot connect to the stage.
    public init(_ inner: any Stage, name: String, onEnd: @escaping (String?) -> Void) throws {
        self.inner = inner
        self.name = name
        self.onEnd = onEnd
        recorder = try Recorder(
            try inner.connect(), hello: Hello(.observer(nil), world: WorldName(inner.world)), name: name,
            hasEverything: true, isOfAPlay: true)
    }

    /// The world of the recorded stage.
    public var world: String { inner.world }
    /// The address of the recorded stage; nil if it has none.
    public var address: ServerEndpoint? { inner.address }
    /// True if the recorded stage can restart.
    public var canRestart: Bool { inner.canRestart }

    /// Opens a stream that the recorder follows.
    public func connect() throws(TransportError) -> any ClientTransport {
        FollowedStream(try inner.connect(), stage: self)
    }

    /// Restarts the recorded stage, which ends the recording.
    public func restart() throws(TransportError) {
        recorder = nil
        try inner.restart()
    }

    /// True if the clock of the recorded stage can be set.
    public var canStepClock: Bool { inner.canStepClock }

    /// Sets the clock of the recorded stage forward or back by this many milliseconds.
    public func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.stepClock(byMilliseconds: milliseconds)
    }

    /// Lets time pass at the recorded stage.
    public func passTime(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.passTime(byMilliseconds: milliseconds)
    }

    /// Ends the recording and passes the feature to `onEnd`.
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

/// A stream that the recorder follows.
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
