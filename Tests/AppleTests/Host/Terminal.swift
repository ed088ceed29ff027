import AppHost
import AppTestKit
import ChatTerminal
import UnderstudyRuntime
import UnderstudyUIKit

/// A terminal that shows an app: its rows, and the keys of a person.
@MainActor struct Terminal {
    let world: TestWorld
    let host: HostedApp

    /// Runs an app of a person on a terminal, with a controller in its window.
    static func run(
        _ world: TestWorld, _ person: PersonClient, columns: Int = 80, rows: Int = 24,
        _ root: @MainActor () -> UIViewController, _ body: @MainActor (Terminal) async throws -> Void
    ) async throws {
        try await person.running { @MainActor in
            try await UIApplication.$bound.withValue(UIApplication()) {
                let launcher = Launcher(UINavigationController(rootViewController: root()))
                let app = try RunningApp.current.get()
                let host = HostedApp.launch(launcher, as: app, size: Size(columns: columns, rows: rows))
                let terminal = Terminal(world: world, host: host)
                try await terminal.settle()
                try await body(terminal)
            }
        }
    }

    /// The rows of the screen, without blanks at their ends.
    var rows: [String] {
        host.render().text.split(separator: "\n", omittingEmptySubsequences: false).map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
    }

    var text: String { rows.joined(separator: "\n") }
    var lastRow: String { rows.last ?? "" }
    var cursor: Position? { host.render().cursor }

    /// Presses keys, each after everything that followed from the one before.
    @discardableResult
    func press(_ keys: Key...) async throws -> [HostedApp.Effect] {
        var effects: [HostedApp.Effect] = []
        for key in keys {
            // The key acts on the screen that is drawn.
            _ = host.render()
            effects += host.apply(key)
            try await settle()
        }
        return effects
    }

    /// Presses and releases a mouse button.
    func click(_ button: MouseEvent.Button = .left, at position: ChatTerminal.Position) async throws {
        try await press(
            .mouse(MouseEvent(.press, button, at: position)), .mouse(MouseEvent(.release, button, at: position)))
    }

    /// Returns the place of a text on the screen.
    ///
    /// - Throws: ``NotShown`` if the screen does not show it.
    func place(of shown: String) throws -> ChatTerminal.Position {
        for (row, text) in rows.enumerated() {
            guard let start = text.firstRange(of: shown)?.lowerBound else { continue }
            return Position(column: TextWidth.columns(of: String(text[..<start])), row: row)
        }
        throw NotShown(text: text)
    }

    /// Types a text.
    func type(_ text: String) async throws {
        for character in text { try await press(.character(character)) }
    }

    /// Waits until the server has delivered everything, and the app has handled it.
    func settle() async throws {
        for _ in 1...3 {
            try await world.quiesce()
            host.turn()
            _ = host.render()
        }
    }

    /// Waits for a task of the app's own.
    ///
    /// - Throws: ``NotShown`` after ten seconds.
    func wait(until isShown: (String) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !isShown(text) {
            guard ContinuousClock.now < deadline else { throw NotShown(text: text) }
            try await settle()
            await Task.yield()
        }
    }

    /// Moves the focus down until the screen shows a text.
    ///
    /// - Throws: ``NotShown`` after the last row.
    func move(to shown: String) async throws {
        for _ in 0..<30 {
            if text.contains(shown) { return }
            try await press(.down)
        }
        throw NotShown(text: text)
    }

    /// A screen on which something did not appear.
    struct NotShown: Error { let text: String }
}

/// A delegate that shows a controller in a window of its own.
private final class Launcher: NSObject, UIApplicationDelegate {
    var window: UIWindow?
    private let root: UIViewController

    init(_ root: UIViewController) { self.root = root }

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = root
        window.makeKeyAndVisible()
        self.window = window
        return true
    }
}
