import ChatEngine
import ChatSystem

/// A store of tokens, in which tokens are created and revoked.
protocol TokenStore {
    /// The name of the store, for people.
    var name: String { get }

    /// Reads all tokens.
    ///
    /// - Throws: ``FileProblem`` if the tokens cannot be read, or if one is not valid.
    func read() throws(FileProblem) -> TokenSet

    /// Reads all tokens, lets the closure change them, and writes them. Concurrent changes wait. If the closure throws,
    /// the store is unchanged.
    func change<Result>(_ body: (inout TokenSet) throws(FileProblem) -> Result) throws(FileProblem) -> Result
}
