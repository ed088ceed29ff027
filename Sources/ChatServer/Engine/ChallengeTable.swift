import ChatCore
import ChatProtocol

/// The challenges that the apps' own servers have issued. They end with the process.
final class ChallengeTable {
    private struct Issued {
        let instance: AppInstance
        let expiresAt: Instant
        var isUsed = false
    }

    /// The time in which a proof may be shown, in milliseconds of the world's clock.
    static let lifetime: Int64 = 60_000
    /// The most challenges of one world. Beyond it, the oldest are forgotten.
    static let issuedMax = 10_000

    private var issued = BoundedTable<String, Issued>(capacity: issuedMax)
    private var made: UInt64 = 0
    private let secret: [UInt8]

    /// Creates an empty table.
    ///
    /// - Parameter secret: The secret without which no one can predict a challenge.
    init(secret: [UInt8]) { self.secret = secret }

    /// Forgets all challenges, because the world was reset. Their numbers continue, so that none is issued twice.
    func reset() { issued = BoundedTable(capacity: Self.issuedMax) }

    /// Issues a challenge of 32 bytes.
    ///
    /// - Parameter position: The position of the world's log. With the time it differs in a later process with the same secret,
    ///   which must issue other challenges.
    func issue(to instance: AppInstance, at position: Int64, _ now: Instant) -> (challenge: String, expiresAt: Instant)
    {
        made += 1
        let name = "challenge \(made) at \(position) and \(now.milliseconds) for \(instance.app) as \(instance.person)"
        let challenge = Base64.encode(HMACSHA256.code(of: Array(name.utf8), key: secret))
        let expiresAt = now.advanced(byMilliseconds: Self.lifetime)
        issued.set(Issued(instance: instance, expiresAt: expiresAt), for: challenge)
        return (challenge, expiresAt)
    }

    /// Returns the state of a challenge for the app that shows a proof with it, and uses it up.
    func use(_ challenge: String, by instance: AppInstance, at now: Instant) -> ChallengeState {
        guard var known = issued[challenge], known.instance == instance else { return .unknown }
        if known.isUsed { return .used }
        if now >= known.expiresAt { return .expired }
        known.isUsed = true
        issued.set(known, for: challenge)
        return .valid
    }
}
