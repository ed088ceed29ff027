import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// Messages on a device on which an app runs: a session of the person's own. It logs in when the app first needs it.
package final class SystemMessages: AttributionRenderer {
    private let open: () -> PersonSession
    private(set) var session: PersonSession?

    /// - Parameter open: begins the session.
    package init(_ open: @escaping () -> PersonSession) { self.open = open }

    /// The session; begins it if there is none.
    package func begun() -> PersonSession {
        if let session { return session }
        let session = open()
        session.updateState { $0.wayBack = "undo (u)" }
        self.session = session
        return session
    }

    var messages: ChatState { begun().messages }

    var begunMessages: ChatState? { session?.messages }

    func resolve(_ token: String) { begun().resolve(token) }

    func takeContents() -> [(token: String, content: AttributionContent)] { session?.takeContents() ?? [] }

    func remove(_ highlight: String) { begun().remove(highlight) }

    func restore(_ highlight: String) { begun().restore(highlight) }

    func lay(_ place: AttributionContent.Place, size: Size) { begun().lay(place, size: size) }

    func takeAway() { session?.takeAway() }

    func stay() { session?.stay() }

    func cover(_ size: Size) { session?.cover(size) }

    func share(_ context: ShareContext, size: Size) { begun().share(context, size: size) }

    func retitle(_ url: String, _ title: String) { session?.retitle(url, title) }

    func endShareSheet() { session?.endShareSheet() }

    func message(_ people: [Handle]) { begun().message(people) }

    func takeHandedTo() -> AttributionContent.Place? { session?.takeHandedTo() }

    func readProblem() -> Bool { session?.readProblem() ?? false }

    func forgetHint() { session?.forgetHint() }

    func apply(_ key: Key) -> [PersonSession.Request] { begun().apply(key) }
}
