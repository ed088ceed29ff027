import ChatProtocol

/// The activities of apps on share sheets: registered for everyone, or offered to one person at run time.
struct ActivityDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Offers activities to a person for `activity.offer`.
    func offer(
        _ request: OfferActivities, by app: AppID, as person: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard var offered = draft.state.app(app) else {
            throw RPCError(.notFound, "app: no app “\(app)” is registered.", .field("app"))
        }
        if let activities = request.activities { try check(activities) }
        if draft.state.people[person]?.offeredActivities[app] != request.activities {
            draft.decide(.activitiesOffered(request.activities, app: app, person: person), at: now)
        }
        offered.activities = offered.activities(for: draft.state.people[person])
        let warnings = warnings(about: offered.activities, of: offered)
        return warnings.isEmpty ? .app(offered) : .registered(offered, warnings: warnings)
    }

    /// Returns the action that a person chose on the share sheet of an app.
    ///
    /// - Throws: `not_found` if the app does not offer it for such an item, `invalid_params` if the item is not the
    ///   app's.
    func chosen(_ request: ChooseActivity, by person: Handle) throws(RPCError) -> ChosenActivity {
        guard let app = draft.state.app(request.app) else {
            throw RPCError(.notFound, "app: no app “\(request.app)” is registered.", .field("app"))
        }
        let offered = app.activities(for: draft.state.people[person]).first { $0.type == request.type }
        guard let offered, offered.accepts.contains(request.kind) else {
            throw RPCError(
                .notFound, "type: “\(app.name)” offers no action “\(request.type)” for this kind of item.",
                .field("type"))
        }
        guard let url = try? CanonicalURL(request.url), draft.state.directory.router.app(for: url) == app.id else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be a link that opens in “\(app.name)”"))
        }
        return ChosenActivity(type: request.type, url: request.url, kind: request.kind)
    }

    /// Checks the activities of an app.
    func check(_ activities: [AppActivity]) throws(RPCError) {
        guard activities.count <= AppActivity.countMax else {
            throw RPCError.invalid(
                InvalidField(
                    field: "activities",
                    problem: "are \(activities.count), but an app has \(AppActivity.countMax) at most"))
        }
        for (index, activity) in activities.enumerated() {
            let field = "activities[\(index)]"
            try TextChecks(draft.limits).checkName(activity.type, "\(field).type")
            try TextChecks(draft.limits).checkName(activity.title, "\(field).title")
            if let problem = activity.problem {
                throw RPCError.invalid(InvalidField(field: "\(field).title", problem: problem))
            }
            guard !activity.accepts.isEmpty else {
                throw RPCError.invalid(
                    InvalidField(
                        field: "\(field).accepts",
                        problem: "must name a kind of item; leave it out for an action of all kinds"))
            }
            if let glyph = activity.glyph { try TextChecks(draft.limits).checkGlyph(glyph, "\(field).glyph") }
        }
        if let (place, member, before) = activities.duplicate {
            let value = member == "type" ? activities[place].type : activities[place].title
            throw RPCError.invalid(
                InvalidField(
                    field: "activities[\(place)].\(member)",
                    problem: "“\(value)” is the \(member) of activities[\(before)] as well"))
        }
    }

    /// Returns the warnings about the titles of an app's activities.
    func warnings(about activities: [AppActivity], of app: App) -> [String] {
        activities.compactMap { $0.warning(in: app.name) }
    }
}

extension App {
    /// Returns the activities that the app has on the share sheet of a person: the last offered ones, or the registered
    /// ones.
    func activities(for person: PersonState?) -> [AppActivity] { person?.offeredActivities[id] ?? activities }
}
