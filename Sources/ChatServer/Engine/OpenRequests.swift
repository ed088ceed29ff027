import ChatCore

/// The handled requests whose answers wait for a commit. They are refused if it fails.
final class OpenRequests {
    /// A handled request whose answer is not released yet.
    struct Entry {
        let session: Session
        let message: [UInt8]
        /// True if its session had not logged in when it came.
        let isLogin: Bool
        /// The answer if it does not depend on the commit; nil for most requests. Examples are a request that was not
        /// JSON, one that came too fast, and the creation of a world.
        var answer: [UInt8]?
    }

    @exclusivity(unchecked) private var entries: [Entry] = []
    /// The request that is being handled; nil if there is none, or if it takes more than one turn.
    @exclusivity(unchecked) private(set) var current: Entry?

    /// True if no request is open.
    var isEmpty: Bool { entries.isEmpty }

    /// Adds a handled request.
    func append(_ entry: Entry) { entries.append(entry) }

    /// Begins to handle a request.
    func begin(_ entry: Entry) { current = entry }

    /// Ends the handling of the current request.
    ///
    /// - Parameter waitsForCommit: False before the login, when the answer waits for no commit and is already released.
    func end(waitsForCommit: Bool) {
        if waitsForCommit, let current { entries.append(current) }
        current = nil
    }

    /// Gives the current request an answer that stays true even if a commit fails.
    func answerCurrent(with answer: [UInt8]) { current?.answer = answer }

    /// Forgets the current request if it is of this session: its answer takes more than one turn.
    func forgetCurrent(of session: Session) {
        if current?.session === session { current = nil }
    }

    /// Removes and returns the requests to a world.
    func remove(in world: World) -> [Entry] {
        let removed = entries.filter { $0.session.world === world }
        if !removed.isEmpty { entries.removeAll { $0.session.world === world } }
        return removed
    }

    /// Removes the requests to a world, which was committed.
    func forget(in world: World) { entries.removeAll { $0.session.world === world } }

    /// Removes all requests, and retains the storage.
    func removeAll() { entries.removeAll(keepingCapacity: true) }
}
