import ChatEngine
import ChatSystem

/// Where tokens are kept, for whoever makes and revokes them.
protocol TokenPlace {
    /// What it is called for people.
    var name: String { get }

    /// Reads all tokens.
    ///
    /// - Throws: why that cannot be, or what is there is no token.
    func read() throws(FileProblem) -> TokenSet

    /// Reads all tokens, lets them be changed, and writes them; whoever else changes them meanwhile waits. What the
    /// change throws leaves them as they were.
    func change<Result>(_ body: (inout TokenSet) throws(FileProblem) -> Result) throws(FileProblem) -> Result
}
