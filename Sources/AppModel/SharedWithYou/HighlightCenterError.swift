import ChatProtocol

/// An error of a lookup of a highlight (`center-errors`).
public struct HighlightCenterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error codes of the framework.
    public enum Code: Int, CaseIterable, Sendable {
        /// No error; never thrown.
        case noError = 0
        /// The server could not be reached, or its answer could not be read.
        case internalError = 1
        /// The text is not a link.
        case invalidURL = 2
        /// The link belongs to another app or is not on the list. An app cannot distinguish the two cases
        /// (`center-empty`).
        case accessDenied = 3
    }

    /// The error code.
    public var code: Code
    /// A sentence on which a person can act.
    public var description: String

    /// Creates an error with a code and a description.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Creates the error that corresponds to a refusal of the server.
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
