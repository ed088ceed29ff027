/// The error of a refused request in its wire form. The codes and their reasons are a closed table.
public struct RPCError: Error, Sendable, Equatable {
    /// The outcome of a request that failed with `unavailable`: `data.outcome`.
    public enum Outcome: String, Sendable, JSONWord {
        /// The request had no effect.
        case none
        /// The store failed during the request. A retry with the same `clientID` gives the final result.
        case unknown
    }

    /// The additional member of `data` for some of the reasons.
    public enum Detail: Sendable, Equatable {
        /// The exceeded limit: its name in ``Limits``, its value, and the rule that sets it, if there is one.
        case limit(name: String, value: Int, rule: String? = nil)
        /// The time to wait before the next attempt.
        case retryAfter(milliseconds: Int64)
        /// The outcome of the request, unless it is ``Outcome/none``.
        case outcome(Outcome)
        /// The invalid member of the request.
        case field(String)
        /// The rule that refuses the request, by its id in `docs/reference/rules.md`, and the member that violates it.
        /// For a share that the caller has lost, `title` is the title that it had then.
        case rule(String, field: String? = nil, title: String? = nil)
        /// The invalid member of the request, and the error code of the highlight center for it.
        case highlightCenter(HighlightCenterErrorCode, field: String)
        /// The current document in the form for the caller. The caller's change was based on another version.
        case document(JSONValue)
    }

    /// The reason, which also determines the code.
    public var reason: Reason
    /// A message for people, with the action that they can take.
    public var message: String
    /// The additional data for programs.
    public var detail: Detail?

    /// Creates an error from a reason, a message and additional data.
    public init(_ reason: Reason, _ message: String, _ detail: Detail? = nil) {
        self.reason = reason
        self.message = message
        self.detail = detail
    }

    /// The id of the rule that refuses the request; nil if no rule does.
    public var rule: String? {
        switch detail {
        case .rule(let rule, _, _): rule
        case .limit(_, _, let rule): rule
        case .retryAfter, .outcome, .field, .highlightCenter, .document, nil: nil
        }
    }

    /// Creates the error for bytes that are not JSON. `problem` names the fault and its position.
    public static func parse(_ problem: String) -> RPCError { RPCError(.parse, "This is not JSON: \(problem).") }

    /// Creates the error for JSON that is not a request.
    public static func invalidRequest(_ problem: String) -> RPCError {
        RPCError(.invalidRequest, "This is not a request: \(problem).")
    }

    /// Creates the error for an invalid member of the params.
    public static func invalid(_ field: InvalidField) -> RPCError {
        RPCError(.invalidParams, "\(field).", .field(field.field))
    }

    /// Creates the error for an exceeded limit.
    public static func tooLarge(
        _ what: String, limit name: String, _ value: Int, rule: String? = nil
    ) -> RPCError {
        RPCError(.tooLarge, "\(what): the limit is \(value) (\(name)).", .limit(name: name, value: value, rule: rule))
    }

    /// Reads an error object. An unknown reason becomes the one with the same `code`, and if there is none,
    /// ``Reason/internal``.
    init(code: Int, _ error: JSONValue) {
        let word = error["data"]?["reason"]?.stringValue
        reason = word.flatMap(Reason.init(rawValue:)) ?? Reason.allCases.first { $0.code == code } ?? .internal
        message = error["message"]?.stringValue ?? ""
        if let name = error["data"]?["limit"]?["name"]?.stringValue,
            let value = error["data"]?["limit"]?["value"]?.integerValue
        {
            detail = .limit(name: name, value: Int(clamping: value), rule: error["data"]?["rule"]?.stringValue)
        } else if let milliseconds = error["data"]?["retryAfterMilliseconds"]?.integerValue {
            detail = .retryAfter(milliseconds: milliseconds)
        } else if let code = error["data"]?["code"]?.integerValue,
            let code = HighlightCenterErrorCode(rawValue: Int(clamping: code))
        {
            detail = .highlightCenter(code, field: error["data"]?["field"]?.stringValue ?? "")
        } else if let rule = error["data"]?["rule"]?.stringValue {
            detail = .rule(
                rule, field: error["data"]?["field"]?.stringValue, title: error["data"]?["title"]?.stringValue)
        } else if let word = error["data"]?["outcome"]?.stringValue, let outcome = Outcome(rawValue: word) {
            detail = outcome == .none ? nil : .outcome(outcome)
        } else if let document = error["data"]?["document"] {
            detail = .document(document)
        } else {
            detail = error["data"]?["field"]?.stringValue.map(Detail.field)
        }
    }
}

extension RPCError: JSONWritable {
    /// Appends `{code, message, data: {reason, …}}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("code", reason.code)
            $0.member("message", message)
            $0.key("data")
            $0.object {
                $0.member("reason", reason.rawValue)
                switch detail {
                case .limit(let name, let value, let rule):
                    $0.member("rule", rule)
                    $0.key("limit")
                    $0.object {
                        $0.member("name", name)
                        $0.member("value", value)
                    }
                case .retryAfter(let milliseconds): $0.member("retryAfterMilliseconds", milliseconds)
                case .outcome(let outcome): $0.member("outcome", outcome)
                case .field(let field): $0.member("field", field)
                case .rule(let rule, let field, let title):
                    $0.member("field", field)
                    $0.member("rule", rule)
                    $0.member("title", title)
                case .highlightCenter(let code, let field):
                    $0.member("field", field)
                    $0.member("code", code.rawValue)
                case .document(let document): $0.member("document", document)
                case nil: if reason == .unavailable { $0.member("outcome", Outcome.none) }
                }
            }
        }
    }
}

// MARK: - Sentences for people

extension RPCError {
    /// The message as a sentence for people: without the name of the request's member at its start and the name of the
    /// limit at its end.
    public var sentence: String {
        var text = message
        switch detail {
        case .field(let field)?, .highlightCenter(_, let field)?, .rule(_, let field?, _)?:
            let last = field.split(separator: ".").last.map(String.init) ?? field
            for lead in [field + ": ", last + ": "] where text.hasPrefix(lead) { text.removeFirst(lead.count) }
            if text.hasPrefix(field + " ") { text = Self.noun(of: last) + text.dropFirst(field.count) }
        case .limit(let name, _, _)?:
            if text.hasSuffix(" (\(name)).") { text = String(text.dropLast(name.count + 4)) + "." }
        case .retryAfter?, .outcome?, .rule(_, nil, _)?, .document?, nil: break
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Returns the term for a member of a request in a sentence for people.
    private static func noun(of field: String) -> String {
        let name = field.prefix { $0 != "[" }
        switch name {
        case "participants", "handle", "person": return "The handle"
        case "text": return "The text"
        case "name": return "The name"
        case "url": return "The address"
        case "reaction": return "The tapback"
        default: return "That"
        }
    }
}

/// The error of a lookup in the highlight center (`center-errors`).
public enum HighlightCenterErrorCode: Int, CaseIterable, Sendable {
    /// No error.
    case noError = 0
    /// The server could not answer.
    case internalError = 1
    /// The text is not a valid link.
    case invalidURL = 2
    /// The link does not belong to the app or is not in its list: it does not exist, or the person has not permitted
    /// it.
    case accessDenied = 3
}
