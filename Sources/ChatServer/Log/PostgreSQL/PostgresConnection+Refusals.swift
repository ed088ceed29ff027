/// Refusals of a database that still answers: missing rights, a trigger, a missing table.
extension PostgresConnection {
    /// A request that the database refused.
    struct Refusal {
        let failure: PostgresFailure
        /// Retries the request. Returns the reason if the database still refuses it.
        let retry: () -> PostgresFailure?
    }

    /// Records that the database refused a request. Only the first refusal is reported as trouble.
    func note(refusal failure: PostgresFailure, retry: @escaping () -> PostgresFailure?) {
        if refusal == nil { trouble = failure.words }
        refusal = Refusal(failure: failure, retry: retry)
    }

    /// Retries the refused request.
    func retryRefused() {
        guard let refusal, case .open = state, !isTransacting, refusal.retry() == nil else { return }
        self.refusal = nil
    }

    /// Executes statements and rolls them back, to find out if the database accepts them again.
    ///
    /// - Returns: The reason that the database refuses them; nil if it does not.
    func rehearse(_ body: () throws(PostgresFailure) -> Void) -> PostgresFailure? {
        defer {
            isRehearsing = false
            rollBack()
        }
        do throws(PostgresFailure) {
            try begin()
            isRehearsing = true
            try body()
            // Checks the deferred constraints immediately, instead of at the end of the transaction.
            try send("SET CONSTRAINTS ALL IMMEDIATE")
            try exchange()
            return nil
        } catch {
            return error.isOfTheDatabase ? error : nil
        }
    }
}
