public import ChatProtocol

/// The reason for a failed call of the log.
public enum LogError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A rule of the log that a batch breaks: an error of the caller, found before anything was stored.
    public enum Rejection: Sendable, Equatable {
        /// The positions of a batch are not consecutive from its expected end.
        case gap(expected: Int64, found: Int64)
        /// A new entry has the id of an earlier entry.
        case duplicateEntry(id: String)
        /// A record replaces an entry that does not exist in its conversation.
        case unknownEntry(id: String)
        /// A record erases the earlier texts of an entry without replacing the entry.
        case misplacedErasure(position: Int64)
        /// The request was recorded earlier.
        case duplicateReceipt(handle: String, clientID: String)
    }

    /// The log ends at `actualEnd`, not at the position for which the batch was decided.
    case conflict(actualEnd: Int64)
    case rejected(Rejection)
    /// This server does not hold the log's world: another server serves it or has deleted it.
    case notHeld
    /// The log cannot be read or written now. The reason is for a person ("the disk is full").
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

    /// The reason, without a full stop.
    package var reason: String {
        if case .unavailable(let reason, _) = self { reason } else { String(description.dropLast()) }
    }

    /// The outcome of the batch. It is `unknown` only if the disk failed in the middle of a commit and still fails.
    package var outcome: RPCError.Outcome {
        if case .unavailable(_, let outcome) = self { outcome } else { .none }
    }
}

/// The reason that a log file could not be opened. A file in use, or of another program, is unchanged.
public enum LogOpenError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another server uses the file.
    case inUse(path: String)
    /// The file is not a log of this program.
    case notALog(path: String, reason: String)
    /// The file is a log of this program, but damaged.
    case damaged(path: String, reason: String)
    /// The file was written by a newer version of this program.
    case newerVersion(path: String, found: Int64, known: Int64)
    /// The file or its folder cannot be created, read or written.
    case unavailable(path: String, reason: String)

    /// The reason without the path.
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
