import AppModel
import ChatProtocol
import ChatSession

/// The extensions on a person's device, whose programs report what the steps of a scenario set.
final class CastActivities {
    /// A running program of an extension.
    private final class Running {
        var report = ActivityHost.Report()
        var isStopped = false
    }

    private var extensions: [ActivityExtension] = []
    private var preferences = ActivityPreferences()
    private var programs: [String: Running] = [:]
    /// The last input of each extension, by its title.
    private(set) var given: [String: String] = [:]
    private var stored: [ActivityJob] = []
    /// Returns the story time, by which jobs expire.
    var now: () -> Int64 = { 0 }

    /// The host of extensions for one run of the client.
    var host: ActivityHost {
        ActivityHost(
            load: { [weak self] in self?.installed ?? .init() }, preferences: preferences,
            keep: { [weak self] in self?.preferences = $0 },
            run: { [weak self] command, input in
                guard let self, let title = command.first else { return (nil, problem: "there is no such program") }
                given[title] = String(decoding: input.dropLast(), as: UTF8.self)
                let running = Running()
                programs[title] = running
                return (
                    ActivityHost.Program(look: { running.report }, stop: { running.isStopped = true }),
                    ""
                )
            }, jobs: jobs)
    }

    /// The jobs of the extensions, for the person's apps.
    var jobs: JobStore {
        JobStore(
            now: { [weak self] in self?.now() ?? 0 },
            stored: { [weak self] app in self?.stored.filter { $0.app == app } ?? [] },
            store: { [weak self] job in
                guard let self else { return }
                if let index = stored.firstIndex(where: { $0.id == job.id }) {
                    stored[index] = job
                } else {
                    stored.append(job)
                }
            }, remove: { [weak self] job in self?.stored.removeAll { $0.id == job.id } })
    }

    private var installed: ActivityHost.Installed {
        var installed = ActivityHost.Installed()
        for plugin in extensions { installed.add(plugin, from: plugin.identifier + ".json") }
        return installed
    }

    /// Installs an extension. Share sheets that open from now on offer it.
    func install(_ plugin: ActivityExtension) { extensions.append(plugin) }

    /// Changes the title of an extension, and keeps its program.
    ///
    /// - Returns: False if no extension has the old title.
    func rename(_ title: String, to new: String) -> Bool {
        guard let index = extensions.firstIndex(where: { $0.title == title }) else { return false }
        extensions[index].title = new
        return true
    }

    /// Sets the progress of an extension's program, or its result: an empty text means success.
    ///
    /// - Returns: False if the program does not run.
    func say(
        _ title: String, _ presentation: ShareSheet.Presentation? = nil, percent: Int? = nil, end: String? = nil
    ) -> Bool {
        guard let running = programs[title], !running.isStopped else { return false }
        if let presentation { running.report.presented.append(presentation) }
        if let percent { running.report.percent = percent }
        if let end { running.report.end = end }
        return true
    }
}
