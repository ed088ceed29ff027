public import ChatProtocol

/// Why the log did not do what it was asked.
public enum LogError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A rule of the log that a batch broke: a mistake of the caller, found before anything was kept.
    public enum Rejection: Sendable, Equatable {
        /// The positions of a batch do not follow one another from its expected end.
        case gap(expected: Int64, found: Int64)
        /// A new entry bears the id of an earlier one.
        case duplicateEntry(id: String)
        /// A record replaces an entry that its conversation does not have.
        case unknownEntry(id: String)
        /// A record erases the earlier texts of an entry that it does not replace.
        case misplacedErasure(position: Int64)
        /// A request was recorded before.
        case duplicateReceipt(handle: String, clientID: String)
    }

    /// The log ends at `actualEnd`, and not where the batch was decided.
    case conflict(actualEnd: Int64)
    /// The batch breaks a rule of the log.
    case rejected(Rejection)
    /// This server does not hold the world of the log: another one serves it, or has deleted it.
    case notHeld
    /// The log cannot be read or written now; the reason is for a person ("the disk is full").
    case unavailable(reason: String, outcome: RPCError.Outcome = .none)

    /// One sentence for a log file or a person.
    public var description: String {
        switch self {
        case .conflict(let actualEnd): "The batch does not follow the end of the log, position \(actualEnd)."
        case .notHeld: "Another server serves this world now."
        case .rejected(.gap(let expected, let found)):
            "The batch has a record at position \(found) instead of \(expected)."
        case .rejected(.duplicateEntry(let id)): "The log already has an entry “\(id)”."
        case .rejected(.unknownEntry(let id)): "A record replaces entry “\(id)”, which its conversation does not have."
        case .rejected(.misplacedErasure(let position)):
            "The record at position \(position) erases earlier texts, but replaces no entry."
        case .rejected(.duplicateReceipt(let handle, let clientID)):
            "The log already has the request “\(clientID)” of \(handle)."
        case .unavailable(let reason, _): "The log is unavailable: \(reason)."
        }
    }

    /// Why, without a full stop.
    package var reason: String {
        if case .unavailable(let reason, _) = self { reason } else { String(description.dropLast()) }
    }

    /// What became of the batch: only a disk that failed in the middle of a commit, and still does, leaves that open.
    package var outcome: RPCError.Outcome {
        if case .unavailable(_, let outcome) = self { outcome } else { .none }
    }
}

/// Why a log file could not be opened. The file is as it was.
public enum LogOpenError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another server holds the file.
    case inUse(path: String)
    /// The file is something else.
    case notALog(path: String, reason: String)
    /// The file is ours, and not as it was written.
    case damaged(path: String, reason: String)
    /// The file was written by a newer version of this program.
    case newerVersion(path: String, found: Int64, known: Int64)
    /// The file or its directory cannot be made, read or written.
    case unavailable(path: String, reason: String)

    /// The reason alone.
    var reason: String {
        switch self {
        case .notALog(_, let reason), .damaged(_, let reason), .unavailable(_, let reason): reason
        case .inUse, .newerVersion: description
        }
    }

    /// One sentence for the person who started the server.
    public var description: String {
        switch self {
        case .inUse(let path):
            "\(path) is in use by a server. Stop it, name another file with --data, or copy the file: chat-server copy FROM TO."
        case .notALog(let path, let reason): "\(path) is not an Understudy log: \(reason)."
        case .damaged(let path, let reason):
            "\(path) cannot be used: \(reason). Keep the file; "
                + "chat-server copy --skip-damaged copies its intact records."
        case .newerVersion(let path, let found, let known):
            "\(path) has format \(found), but this version reads formats up to \(known); use a newer version."
        case .unavailable(let path, let reason): "\(path) cannot be used: \(reason)."
        }
    }
}
