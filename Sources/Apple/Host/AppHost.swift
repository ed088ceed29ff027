import ChatConnection
import ChatProtocol
import ChatSession
import ChatSystem
package import ChatTerminal
import Foundation
import UnderstudyFoundation
package import UnderstudyRuntime
public import UnderstudyUIKit

/// Runs an app of UIKit's in a terminal.
///
/// The environment names the app, the person and the server: `UNDERSTUDY_APP`, `UNDERSTUDY_PERSON`,
/// `UNDERSTUDY_SERVER` and `UNDERSTUDY_TOKEN`. The app must be registered at the server.
@MainActor public enum AppHost {
    /// Launches an app, and shows it until the person quits.
    ///
    /// - Parameter delegate: the delegate of the app. Its scene delegate is of the class that it names in
    ///   `application(_:configurationForConnecting:options:)`; without one, its own window is shown.
    /// - Returns: the exit status of the program: 0 after the person has quit, and 1 if the app cannot run.
    public static func run(_ delegate: any UIApplicationDelegate) -> Int32 {
        let environment = ProcessInfo.processInfo.environment
        let app: RunningApp
        switch RunningApp.current {
        case .success(let current): app = current
        case .failure(let error): return fail(error.description)
        }
        guard StandardStream.input.isTerminal, StandardStream.output.isTerminal else {
            return fail("The app needs a terminal: its screen is drawn there.")
        }
        if let problem = app.connect() { return fail(problem) }
        let errors = CapturedErrors()
        let status = ScreenTerminal.own(Palette(environment: environment), failing: fail) { terminal in
            let host = HostedApp.launch(delegate, as: app, size: terminal.mode.size)
            errors.begin { host.report($0) }
            show(host, on: terminal)
            host.end()
            // The app's last work, such as saving a text, has two seconds.
            let deadline = Date(timeIntervalSinceNow: 2)
            while !app.isQuiet, Date() < deadline { _ = RunLoop.main.run(mode: .default, before: deadline) }
            return 0
        }
        app.close()
        errors.end()
        return status
    }

    /// Shows the app until the person quits. The run loop returns after each piece of work: of the app's tasks, of the
    /// server's notifications, or of the terminal.
    private static func show(_ host: HostedApp, on terminal: ScreenTerminal) {
        let sources = terminal.descriptors.map { descriptor in
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
            source.setEventHandler {}
            source.activate()
            return source
        }
        defer { for source in sources { source.cancel() } }
        while true {
            host.turn()
            terminal.show(host.render())
            // The connection keeps no time of its own, so that its deadline may have passed.
            let left = host.messages.deadline.map { $0 - Clocks.steady() } ?? 60_000
            let due = left > 0 ? left : 1_000
            let wait = min(due, terminal.patience.map(Int64.init) ?? due)
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: Double(wait) / 1_000))
            let ready = Readiness.wait(for: terminal.descriptors.map { Interest(descriptor: $0) }, milliseconds: 0)
            if ready[1].canRead, terminal.takeEvents() { host.size = terminal.mode.size }
            guard let keys = terminal.keys(canRead: ready[0].canRead) else { return }
            for effect in keys.flatMap(host.apply) {
                switch effect {
                case .quit: return
                case .redraw: terminal.forget()
                case .suspend: terminal.mode.suspend()
                case .copy(let text): terminal.mode.copy(text)
                }
            }
        }
    }

    private static func fail(_ problem: String) -> Int32 {
        StandardStream.error.write("\(CommandLine.arguments.first ?? "app"): \(problem)\n")
        return 1
    }
}

/// The lines that a program writes on stderr while its terminal is a screen: each is shown in the last row of the
/// screen, and all are written after the end.
@MainActor private final class CapturedErrors {
    private let pipe = Pipe()
    private var original: Int32 = -1
    private var text = ""
    private var source: (any DispatchSourceRead)?

    /// Redirects stderr.
    ///
    /// - Parameter show: shows a line on the screen.
    func begin(_ show: @escaping @MainActor (String) -> Void) {
        original = dup(FileHandle.standardError.fileDescriptor)
        guard original >= 0 else { return }
        dup2(pipe.fileHandleForWriting.fileDescriptor, FileHandle.standardError.fileDescriptor)
        let source = DispatchSource.makeReadSource(
            fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                let new = String(decoding: self.pipe.fileHandleForReading.availableData, as: UTF8.self)
                self.text += new
                if let line = new.split(separator: "\n").last { show(String(line)) }
            }
        }
        source.activate()
        self.source = source
    }

    /// Gives stderr back, and writes what was captured.
    func end() {
        guard original >= 0 else { return }
        source?.cancel()
        dup2(original, FileHandle.standardError.fileDescriptor)
        close(original)
        FileHandle.standardError.write(Data(text.utf8))
    }
}

extension UIApplicationDelegate where Self: NSObject {
    /// Runs the app in the terminal: the entry point of a program whose delegate is marked with `@main`.
    public static func main() {
        guard let delegate = NSObject.create(Self.self) as? Self else { exit(1) }
        exit(AppHost.run(delegate))
    }
}

extension HostedApp {
    /// Launches an app and connects its first scene.
    package static func launch(_ delegate: any UIApplicationDelegate, as app: RunningApp, size: Size) -> HostedApp {
        let binding = app.binding
        let hello = Hello(.person(binding.person, name: nil), device: "app", world: binding.world)
            .with(binding.host.credentials)
        let connection = TransportConnection<ClientRequest>(hello: hello) { () throws(TransportError) in
            // An arrival ends the wait of the run loop.
            try LineTransport(on: binding.host) { DispatchQueue.main.async {} }
        }
        let session = PersonSession(on: connection, me: binding.person, size: Size(columns: 0, rows: 0))
        session.start()
        let application = UIApplication.shared
        let host = HostedApp(application, as: app, messages: session, size: size)
        host.inApp { application.start(delegate) }
        return host
    }
}

extension UIApplication {
    /// Launches the app, and connects a scene of the class that its delegate names.
    fileprivate func start(_ delegate: any UIApplicationDelegate) {
        launch(delegate)
        let session = UISceneSession()
        let options = UIScene.ConnectionOptions()
        session.configuration = delegate.application(self, configurationForConnecting: session, options: options)
        if let type = session.configuration.delegateClass as? NSObject.Type,
            let sceneDelegate = NSObject.create(type) as? any UISceneDelegate
        {
            _ = connect(session, options: options, delegate: sceneDelegate)
        } else {
            delegate.applicationDidBecomeActive(self)
        }
    }
}
