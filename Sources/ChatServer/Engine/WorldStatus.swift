import ChatProtocol

/// The engine's own state of a world that it serves.
///
/// - Note: `@exclusivity(unchecked)` marks properties that every message accesses (decision 4 in
///   `docs/internals/decisions`). It is sound there because one thread owns them, and an access to them calls no code
///   that could begin another access.
final class WorldStatus {
    /// The time of the last request or departure, by the engine's monotonic clock.
    @exclusivity(unchecked) private(set) var usedAt: Instant
    /// True if the world is not served any more. A session without a stream may still refer to it.
    @exclusivity(unchecked) private(set) var isDeleted = false
    /// True if the engine has something of the world to commit and release.
    @exclusivity(unchecked) private var isTouched = false
    /// True if the engine watches the clock for the world.
    @exclusivity(unchecked) private var isTimed = false

    init(usedAt: Instant) { self.usedAt = usedAt }

    /// Notes a request or a departure, by the engine's monotonic clock.
    func noteUse(at now: Instant) { usedAt = now }

    /// Notes that the world is not served any more.
    func noteDeleted() { isDeleted = true }

    /// Notes whether the engine has something of the world to commit and release.
    ///
    /// - Returns: True if that is new.
    @discardableResult func note(isTouched: Bool) -> Bool {
        guard self.isTouched != isTouched else { return false }
        self.isTouched = isTouched
        return true
    }

    /// Notes whether the engine watches the clock for the world.
    ///
    /// - Returns: True if that is new.
    func note(isTimed: Bool) -> Bool {
        guard self.isTimed != isTimed else { return false }
        self.isTimed = isTimed
        return true
    }
}
