/// What a database refuses that still answers: rights, a trigger, a table that is gone.
extension PostgresConnection {
    /// Something that the database refused.
    struct Refusal {
        let failure: PostgresFailure
        /// Tries it again, and returns why the database still refuses it.
        let retry: () -> PostgresFailure?
    }

    /// Notes that the database refused something; only the first refusal is news.
    func note(refusal failure: PostgresFailure, retry: @escaping () -> PostgresFailure?) {
        if refusal == nil { trouble = failure.words }
        refusal = Refusal(failure: failure, retry: retry)
    }

    /// Tries again what the database refused.
    func lookAtRefusal() {
        guard let refusal, case .open = state, !isTransacting, refusal.retry() == nil else { return }
        self.refusal = nil
    }

    /// Does something and undoes it: it shows whether the database takes it again.
    ///
    /// - Returns: why the database refuses it; nil if it does not.
    func rehearse(_ body: () throws(PostgresFailure) -> Void) -> PostgresFailure? {
        defer {
            isRehearsing = false
            rollBack()
        }
        do throws(PostgresFailure) {
            try begin()
            isRehearsing = true
            try body()
            // What is checked at the end of a transaction is checked now.
            try send("SET CONSTRAINTS ALL IMMEDIATE")
            try exchange()
            return nil
        } catch {
            return error.isOfTheDatabase ? error : nil
        }
    }
}
