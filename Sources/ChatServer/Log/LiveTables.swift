/// What goes on in a world that several nodes serve, as far as it must be decided once: who has a session where, and
/// which faults there are. It is told by no log, and gone when nobody serves the world any more.
public protocol LiveTables: AnyObject {
    // MARK: Faults

    /// The faults of the world, the oldest first.
    func faults() throws(LogError) -> [StoredFault]

    /// Adds a fault. Where there are as many as there may be, the oldest that is spent makes room.
    ///
    /// - Parameters:
    ///   - isOnce: whether it is spent once it came about.
    ///   - max: how many there may be.
    ///   - body: what it is, where it is the how manieth of the world.
    /// - Returns: the how manieth it is; nil where there is no room.
    func addFault(isOnce: Bool, max: Int, _ body: @escaping (Int64) -> [UInt8]) throws(LogError) -> Int64?

    /// Takes a fault away, or all.
    ///
    /// - Returns: whether there was one.
    func removeFault(_ number: Int64?) throws(LogError) -> Bool

    /// Counts what all of these waited for, wherever it happened.
    ///
    /// - Returns: the how manieth time it was for each of those that are not spent.
    func countMatch(of faults: [Int64]) throws(LogError) -> [Int64: Int64]

    /// Has a fault come about, if it is not spent.
    ///
    /// - Returns: whether it does: of several that ask at the same time, one alone is told so of what comes about once.
    func fire(_ fault: Int64) throws(LogError) -> Bool

    // MARK: Sessions

    /// Notes that there is a session here.
    ///
    /// - Returns: the first number that no other session of the same has; nil for one that needs none.
    func addSession(_ session: SessionSeat) throws(LogError) -> Int?

    /// Notes that there is one that has a number already.
    ///
    /// - Returns: whether nobody else has it: otherwise nothing is noted.
    func keepSession(_ session: SessionSeat, number: Int?) throws(LogError) -> Bool

    /// Notes that there is none any more.
    func removeSession(_ id: String) throws(LogError)

    /// How many sessions people have themselves, from one to another by the bytes of their handles.
    func sessionCounts(from first: String, through last: String) throws(LogError) -> [String: Int]

    /// True if an app has a session as a person.
    func hasSession(of app: String, runningAs person: String) throws(LogError) -> Bool
}

/// A fault as it is stored.
public struct StoredFault: Sendable, Equatable {
    /// The how manieth of its world it is.
    package var number: Int64
    /// What it is.
    package var body: [UInt8]
    /// How often it came about.
    package var fired: Int64

    package init(number: Int64, body: [UInt8], fired: Int64) {
        (self.number, self.body, self.fired) = (number, body, fired)
    }
}

/// A session as others know of it.
public struct SessionSeat: Sendable, Equatable {
    /// What it is called here.
    package var id: String
    /// Whose it is; nil for an observer's.
    package var person: String?
    /// The app that has it, running as that person; nil for the person's own.
    package var app: String?

    package init(id: String, person: String?, app: String?) {
        (self.id, self.person, self.app) = (id, person, app)
    }
}
