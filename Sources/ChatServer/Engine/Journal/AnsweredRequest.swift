import ChatProtocol

/// A request and its answer in the form that memory has already. The form for observers is created only when one reads
/// it, so that a note costs almost nothing.
struct AnsweredRequest {
    /// The most bytes of a request, and of an answer, that a note stores.
    private static let partBytesMax = 8_192

    let owner: SessionOwner
    let method: Method
    let at: Instant
    /// The params; nil if they are left out for their length.
    private let params: JSONValue?
    /// The answer as it was sent; nil if it is left out for its length.
    private let answer: [UInt8]?
    private let size: Int

    init(_ asked: RequestRecorder.Asked, of owner: SessionOwner, with answer: [UInt8], at now: Instant) {
        (self.owner, method, at, size) = (owner, asked.method, now, asked.size)
        self.answer = answer
        params = DoneRequest.withoutSecrets(asked.params, of: asked.method)
    }

    /// The same request without the parts that are too long for a note.
    var short: AnsweredRequest {
        guard size > Self.partBytesMax || (answer?.count ?? 0) > Self.partBytesMax else { return self }
        return AnsweredRequest(
            owner: owner, method: method, at: at, params: size > Self.partBytesMax ? nil : params,
            answer: isRefused || (answer?.count ?? 0) <= Self.partBytesMax ? answer : nil,
            size: size > Self.partBytesMax ? 0 : size)
    }

    private init(
        owner: SessionOwner, method: Method, at: Instant, params: JSONValue?, answer: [UInt8]?, size: Int
    ) {
        (self.owner, self.method, self.at) = (owner, method, at)
        (self.params, self.answer, self.size) = (params, answer, size)
    }

    /// The approximate size in bytes. A parsed request has a tape in addition to its text.
    var byteCount: Int { 256 + 3 * size + (answer?.count ?? 0) }

    /// True if the answer is an error. Its first members show that: quotes in an id before them are escaped.
    var isRefused: Bool {
        guard let answer else { return false }
        let result = answer.firstRange(of: Array(#","result":"#.utf8))?.lowerBound ?? answer.endIndex
        return answer[..<result].firstRange(of: Array(#","error":"#.utf8)) != nil
    }

    /// The request as observers see it; nil if the stored bytes are not an answer.
    var read: DoneRequest? {
        let outcome: DoneRequest.Outcome
        switch answer.map(ServerMessage.read) {
        case .result(_, let result)??: outcome = .result(result)
        case .failure(_, let error)??: outcome = .refused(error)
        case nil: outcome = .longResult
        case .notification??, .some(nil): return nil
        }
        var done = DoneRequest(
            owner: owner, method: method, params: params ?? .object(JSONObject()), at: at, outcome: outcome)
        if params == nil { done.params = nil }
        return done
    }
}
