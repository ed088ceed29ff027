import ChatConnection
import ChatProtocol
import ChatSystem

/// Writes the alerts among a session's notifications to an ``AlertFolder``.
///
/// A notification does not have the badge, the name of the sender and the title of the conversation. They are requested
/// with `conversation.list` after the alert arrived; all alerts that arrived before the request share its answer. A
/// conversation that changes between two pages of it can be missing in the badge.
final class AlertWriter {
    /// A notification whose alert is written, if it has one.
    struct Done {
        let heard: NotificationStream.Heard
        /// The path of the payload for APNs; nil if the notification does not alert.
        let file: String?
    }

    /// The reason for which alerts can no longer be written.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private let folder: AlertFolder
    private let options: AlertOptions
    /// The notifications that wait: the first one is an alert.
    private var waiting: ArraySlice<NotificationStream.Heard> = []
    /// The context of the request in progress, and the number of waiting notifications that arrived before it.
    private var listing: (context: AlertContext, covered: Int)?
    /// The time before which the next request would be refused again, in milliseconds of the steady clock.
    private(set) var deadline: Int64?

    /// Creates a writer. Creates its folder if it is missing.
    init(_ options: AlertOptions) throws(FileProblem) {
        self.options = options
        folder = try AlertFolder(options)
    }

    /// Takes notifications in order, and returns those that are done, in the same order.
    ///
    /// - Parameter stream: The session of the notifications. After each wait on it, this method must be called.
    func take(_ heard: [NotificationStream.Heard], from stream: NotificationStream) throws(Problem) -> [Done] {
        waiting += heard
        var done: [Done] = []
        for answer in stream.takeAnswers() {
            switch answer {
            case .result(let page): done += try add(page, from: stream)
            case .lost: listing = nil
            case .refusal(let error):
                listing = nil
                guard let pause = error.pauseBeforeRetry else {
                    throw Problem(description: "the badge of an alert is unknown: \(error.sentence)")
                }
                deadline = Clocks.steady() + pause
            }
        }
        done += takeQuiet()
        if let deadline, Clocks.steady() >= deadline { self.deadline = nil }
        if listing == nil, deadline == nil, !waiting.isEmpty, stream.isLive {
            listing = (AlertContext(of: options.person), waiting.count)
            stream.request(.conversationList(.init()))
        }
        return done
    }

    /// Adds a page to the context. After the last page, writes the alerts that wait for it.
    private func add(_ page: JSONValue, from stream: NotificationStream) throws(Problem) -> [Done] {
        guard case (var context, let covered)? = listing else { return [] }
        do throws(InvalidField) {
            var fields = try JSONFields(page)
            context.add(try fields.list("conversations", of: Conversation.self))
            if let next: Int64 = try fields.readOptional("next") {
                // The stream can have ended after the page. The next session begins again.
                listing = stream.isLive ? (context, covered) : nil
                guard stream.isLive else { return [] }
                stream.request(.conversationList(.init(after: next)))
                return []
            }
        } catch {
            throw Problem(description: "the answer to conversation.list is invalid: \(error)")
        }
        listing = nil
        var done: [Done] = []
        for heard in waiting.prefix(covered) { done.append(Done(heard: heard, file: try write(heard, context))) }
        waiting = waiting.dropFirst(covered)
        return done
    }

    /// Returns the notifications without an alert before the first alert.
    private func takeQuiet() -> [Done] {
        let quiet = waiting.prefix { $0.params["alert"] != true }
        waiting = waiting.dropFirst(quiet.count)
        return quiet.map { Done(heard: $0, file: nil) }
    }

    private func write(_ heard: NotificationStream.Heard, _ context: AlertContext) throws(Problem) -> String? {
        guard heard.params["alert"] == true, let cursor = heard.cursor else { return nil }
        do {
            let notification = HeardNotification(method: heard.method, params: heard.params)
            guard case .lasting(let content)? = try notification.content(),
                let alert = PushAlert(content, at: cursor, in: options.world, context)
            else { return nil }
            return try folder.write(alert)
        } catch let error as InvalidField {
            throw Problem(description: "\(heard.method) at \(cursor) is invalid: \(error)")
        } catch {
            throw Problem(description: "\(error)")
        }
    }
}

extension NotificationStream {
    /// Returns the notifications that arrived and whose alerts are written, in order.
    func takeHeard(writing alerts: AlertWriter?) throws(AlertWriter.Problem) -> [Heard] {
        guard let alerts else { return takeHeard() }
        return try alerts.take(takeHeard(), from: self).map(\.heard)
    }
}
