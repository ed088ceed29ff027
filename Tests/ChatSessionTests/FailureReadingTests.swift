import AppModel
import ChatScreens
import Testing

@testable import ChatSession

/// A job's failure that the person reads in one client while another client shows it too (`av-ext-notify`).
struct FailureReadingTests {
    /// A store of jobs in memory.
    private final class Shelf {
        var jobs: [ActivityJob] = []

        var store: JobStore {
            JobStore(
                stored: { [unowned self] app in jobs.filter { $0.app == app } },
                store: { [unowned self] job in jobs = jobs.filter { $0.id != job.id } + [job] },
                remove: { [unowned self] job in jobs.removeAll { $0.id == job.id } })
        }
    }

    private func failure() -> ActivityJob {
        var job = ActivityJob(id: "j1", app: "Mail", title: "Postcard")
        job.state = .failed("Out of paper")
        return job
    }

    /// Returns a client that shows the failure of a stored job.
    private func desk(_ job: ActivityJob) throws -> Desk {
        var desk = try Desk()
        desk.model.state.problems = [JobProblem(text: "Postcard: Out of paper", job: job)]
        desk.model.state.view.hint = "Postcard: Out of paper · Esc"
        return desk
    }

    private func look(_ activities: inout ClientActivities, _ desk: inout Desk, at now: Int64) {
        if let news = activities.news(for: desk.model.state, at: now) { desk.model.apply(news) }
    }

    @Test("a failure that is read in its app leaves the running client", arguments: [false, true])
    func failureReadInItsAppLeavesTheClient(isCleared: Bool) throws {
        let shelf = Shelf()
        let job = failure()
        shelf.jobs = [job]
        var activities = ClientActivities(ActivityHost(jobs: shelf.store))
        var desk = try desk(job)
        look(&activities, &desk, at: 0)
        #expect(desk.model.state.problems.count == 1, "nobody has read it")
        #expect(activities.due(at: 0, for: desk.model.state.problems) == 1_000)
        shelf.store.markRead(of: "Mail")
        if isCleared { shelf.store.clearFinished(of: "Mail") }
        look(&activities, &desk, at: 500)
        #expect(desk.model.state.problems.count == 1, "the store is read once a second at most")
        look(&activities, &desk, at: 1_000)
        #expect(desk.model.state.problems.isEmpty && desk.model.state.view.hint == nil)
    }

    @Test("a failure stays where no job is stored")
    func failureStaysWithoutStoredJobs() throws {
        var activities = ClientActivities(ActivityHost())
        var desk = try desk(failure())
        look(&activities, &desk, at: 0)
        look(&activities, &desk, at: 2_000)
        #expect(desk.model.state.problems.count == 1)
    }
}
