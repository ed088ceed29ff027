/// A database in which a log lies, as far as the statements of a log ask for it: what is read and written there, and in
/// which order, is said once, whoever keeps it.
protocol SQLConnection: AnyObject {
    associatedtype Failure: SQLFailure
    associatedtype Statement: SQLStatement where Statement.Failure == Failure

    /// How it wants to be asked.
    static var dialect: SQLDialect { get }

    /// Prepares a statement that will be used many times.
    func prepare(_ sql: String) throws(Failure) -> Statement

    /// How many rows the last statement changed; nil where that is not known yet.
    var changedRows: Int64? { get }

    /// Begins a transaction.
    func begin() throws(Failure)

    /// Ends a transaction: what it wrote is durable when this returns.
    ///
    /// - Throws: what stood against that; where nobody can know whether it was written, `isInDoubt`.
    func commit() throws(Failure)

    /// Undoes a transaction, if one is open.
    func rollBack()
}

extension SQLConnection {
    func prepare(_ statement: LogStatement) throws(Failure) -> Statement { try prepare(statement.sql(Self.dialect)) }

    func prepare(_ query: LogQuery) throws(Failure) -> Statement { try prepare(query.sql(Self.dialect)) }

    func prepare(_ query: SearchIndexQuery) throws(Failure) -> Statement { try prepare(query.sql(Self.dialect)) }
}

/// A prepared statement: bound, stepped or run, then made ready for its next use.
///
/// Indexes of parameters count from 1 and of columns from 0.
protocol SQLStatement: AnyObject {
    associatedtype Failure: SQLFailure

    func bind(_ index: Int32, _ value: Int64)
    func bind(_ index: Int32, _ text: String)
    func bind(_ index: Int32, _ text: [UInt8])
    func bind(_ index: Int32, blob: [UInt8])

    /// Steps once: true if there is a row to read, false if the statement is done.
    func step() throws(Failure) -> Bool

    /// Does what the statement says, of which no row is of interest, and makes it ready for its next use.
    ///
    /// A database that is far away may do it with what is asked of it next; a failure is then thrown there.
    /// - Parameter rejection: the rule of the log that the batch breaks where a constraint stands against it.
    func run(orReject rejection: LogError.Rejection?) throws(Failure)

    /// Forgets the rows and what was bound.
    func finish()

    func isNull(_ column: Int32) -> Bool
    func integer(_ column: Int32) -> Int64
    func text(_ column: Int32) -> String
    func bytes(_ column: Int32) -> [UInt8]
    func blob(_ column: Int32) -> [UInt8]
}

extension SQLStatement {
    func run() throws(Failure) { try run(orReject: nil) }
}

/// Why a database did not do what it was asked.
protocol SQLFailure: Error {
    /// The rule of the log that a batch broke, where it was that.
    var rejection: LogError.Rejection? { get }
    /// Whether nobody knows whether a commit was done.
    var isInDoubt: Bool { get }

    /// A batch broke a rule of the log.
    static func rejected(_ rejection: LogError.Rejection) -> Self

    /// Something is not as it was written.
    static func damage(_ what: String) -> Self
}
