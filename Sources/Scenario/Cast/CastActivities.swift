import AppFrameworks
import ChatProtocol
import ChatSession

/// What share sheets of a person's device stand on: the extensions that a story installs, whose programs do what its steps
/// say.
final class CastActivities {
    /// A program of an extension that runs.
    private final class Running {
        var report = ActivityHost.Report()
        var isStopped = false
    }

    private var extensions: [ActivityExtension] = []
    private var preferences = ActivityPreferences()
    private var programs: [String: Running] = [:]
    /// What each extension was given last, by its title.
    private(set) var given: [String: String] = [:]
    private var jobs: [ActivityJob] = []

    /// The host of one run of the client.
    var host: ActivityHost {
        ActivityHost(
            extensions: extensions, preferences: preferences, keep: { [weak self] in self?.preferences = $0 },
            run: { [weak self] command, input in
                guard let self, let title = command.first else { return (nil, problem: "there is no such program") }
                given[title] = String(decoding: input.dropLast(), as: UTF8.self)
                let running = Running()
                programs[title] = running
                return (
                    ActivityHost.Program(look: { running.report }, stop: { running.isStopped = true }),
                    ""
                )
            },
            post: { [weak self] job in
                self?.jobs.removeAll { $0.id == job.id }
                self?.jobs.append(job)
            })
    }

    /// Installs an extension: the client finds it when it starts the next time.
    func install(_ plugin: ActivityExtension) { extensions.append(plugin) }

    /// Says how far the program of an extension is, or how it ended: an empty text is well.
    ///
    /// - Returns: whether it runs.
    func say(
        _ title: String, _ presentation: ShareSheet.Presentation? = nil, percent: Int? = nil, end: String? = nil
    ) -> Bool {
        guard let running = programs[title], !running.isStopped else { return false }
        if let presentation { running.report.presented.append(presentation) }
        if let percent { running.report.percent = percent }
        if let end { running.report.end = end }
        return true
    }

    /// What shows in an app.
    func lines(of app: String) -> [String] { jobs.filter { $0.app == app }.map(\.line) }
}
