import ChatProtocol

/// A request and its answer as they stand in memory anyway: what observers are told of it is made when one is told, or
/// reads it. So that it is noted costs next to nothing.
struct AnsweredRequest {
    /// How many bytes a request may have, and an answer, to be kept here.
    private static let partBytesMax = 8_192

    let owner: SessionOwner
    let method: Method
    let at: Instant
    /// The params; nil where they are left out for their length.
    private let params: JSONValue?
    /// The answer as it was sent; nil where it is left out for its length.
    private let answer: [UInt8]?
    private let size: Int

    init(_ asked: World.Asked, of owner: SessionOwner, with answer: [UInt8], at now: Instant) {
        (self.owner, method, at, size) = (owner, asked.method, now, asked.size)
        self.answer = answer
        params = DoneRequest.withoutSecrets(asked.params, of: asked.method)
    }

    /// The same without what is too long to be kept.
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

    /// How many bytes it takes, about: a request that was read has a tape beside its text.
    var byteCount: Int { 256 + 3 * size + (answer?.count ?? 0) }

    /// Whether it was refused, as the first words of its answer say: the quotes of an id before them are escaped.
    var isRefused: Bool {
        guard let answer else { return false }
        let result = answer.firstRange(of: Array(#","result":"#.utf8))?.lowerBound ?? answer.endIndex
        return answer[..<result].firstRange(of: Array(#","error":"#.utf8)) != nil
    }

    /// What observers are told of it; nil where the answer is none.
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
