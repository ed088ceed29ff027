/// The troubles with a database that are not reported yet, and the request that it refuses.
final class PostgresReports {
    /// A request that the database refused while it still answered: missing rights, a trigger, a missing table.
    struct Refusal {
        let failure: PostgresFailure
        /// Retries the request. Returns the reason if the database still refuses it.
        let retry: () -> PostgresFailure?
    }

    /// The last request that the database refused while it still answered; nil once the database accepts it.
    private(set) var refusal: Refusal?
    private var trouble: String?
    private var risk: String?

    /// Records the reason that requests fail.
    func note(trouble: String) { self.trouble = trouble }

    /// Records that the database refused a request. Only the first refusal is reported as trouble.
    func note(refusal failure: PostgresFailure, retry: @escaping () -> PostgresFailure?) {
        if refusal == nil { trouble = failure.words }
        refusal = Refusal(failure: failure, retry: retry)
    }

    /// Records the reason that acknowledged records may still be lost; nil if there is none.
    func note(risk: String?) { self.risk = risk ?? self.risk }

    /// Records that the database accepts the refused request.
    func clearRefusal() { refusal = nil }

    func clearTroubles() { (trouble, refusal) = (nil, nil) }

    /// Returns the trouble since the last call.
    func takeProblem() -> String? {
        defer { trouble = nil }
        return trouble
    }

    /// Returns the risk of losing acknowledged records, if there is a new one since the last call.
    func takeDurabilityWarning() -> String? {
        defer { risk = nil }
        return risk
    }
}
