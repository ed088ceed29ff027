import ChatProtocol

/// Why a lookup of a highlight came to nothing (`center-errors`).
public struct HighlightCenterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The codes of the framework.
    public enum Code: Int, CaseIterable, Sendable {
        /// Nothing went wrong; never thrown.
        case noError = 0
        /// The server could not be asked, or its answer could not be read.
        case internalError = 1
        /// The text is no link.
        case invalidURL = 2
        /// The link is another app's, or not on the list: the two read alike (`center-empty`).
        case accessDenied = 3
    }

    /// Which.
    public var code: Code
    /// What a person can act on.
    public var description: String

    /// An error of that code.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The error that a refusal stands for.
    init(_ refusal: RPCError) {
        if case .highlightCenter(let code, _)? = refusal.detail, let code = Code(rawValue: code.rawValue) {
            self.init(code, refusal.message)
            return
        }
        let code: Code
        switch refusal.reason {
        case .invalidParams: code = .invalidURL
        case .forbidden, .notFound: code = .accessDenied
        default: code = .internalError
        }
        self.init(code, refusal.message)
    }
}
