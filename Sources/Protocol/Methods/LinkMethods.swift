/// `site.publish`: the website's side of the association, whatever its apps were registered with (`ul-two-way`).
public struct PublishSite: Sendable, Equatable {
    /// The domain, or a wildcard such as `*.notes.example`.
    public var domain: String
    /// The association; nil if the domain serves nothing.
    public var association: JSONValue?

    /// A website's side.
    public init(domain: String, association: JSONValue?) {
        self.domain = domain
        self.association = association
    }

    /// Reads the params. With null the domain serves nothing; an association that was forgotten is not taken for that.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        domain = try fields.string("domain")
        guard !fields.isMissing("association") else {
            throw fields.invalid(
                "association", "is missing: it must be an object, or null for a domain that serves nothing")
        }
        association = fields.value("association")
        if let association, association.objectValue == nil {
            throw fields.invalid("association", "must be an object, or null for a domain that serves nothing")
        }
    }
}

/// The answer to `link.explain`: which app opens a link, and every step by which that was found.
public struct LinkExplanation: Sendable, Equatable {
    /// What a step came to.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The app opens the link.
        case opens
        /// The website keeps the link from the app.
        case excluded
        /// Something of the link is not as the app's part of the file wants it.
        case noMatch
        /// The website's file does not name the app.
        case unknownApp
        /// The website serves no file.
        case noAssociation
        /// No app names the domain.
        case noApp
    }

    /// One step.
    public struct Step: Sendable, Equatable {
        /// The rule, and the sentence for people.
        public var reason: Reason
        /// What it came to.
        public var outcome: Outcome
        /// Which app it is about.
        public var app: AppID?
        /// The place in the website's file that decided: `applinks.details[0].components[2]`.
        public var place: String?
        /// The file's own remark there.
        public var comment: String?

        /// A step.
        public init(
            reason: Reason, outcome: Outcome, app: AppID? = nil, place: String? = nil, comment: String? = nil
        ) {
            self.reason = reason
            self.outcome = outcome
            self.app = app
            self.place = place
            self.comment = comment
        }
    }

    /// The link, canonical.
    public var url: String
    /// The app that opens it; nil if it stays in the browser.
    public var app: AppID?
    /// The steps, the deciding one last.
    public var steps: [Step]

    /// An explanation.
    public init(url: String, app: AppID?, steps: [Step]) {
        self.url = url
        self.app = app
        self.steps = steps
    }
}

extension LinkExplanation: JSONWritable {
    /// Appends `{url, app?, steps: [{rule, text, outcome, app?, place?, comment?}]}`.
    public func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("url", url)
        json.member("app", app)
        json.member("steps", steps)
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        url = try fields.string("url")
        app = try fields.optionalID("app")
        steps = try fields.list("steps") { fields throws(InvalidField) in try Step(from: &fields) }
    }
}

extension LinkExplanation.Step: JSONWritable {
    /// Appends `{rule, text, outcome, app?, place?, comment?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("rule", reason.rule)
            $0.member("text", reason.text)
            $0.member("outcome", outcome.rawValue)
            $0.member("app", app)
            $0.member("place", place)
            $0.member("comment", comment)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        reason = try Reason(from: &fields)
        outcome = try fields.word("outcome", LinkExplanation.Outcome.self)
        app = try fields.optionalID("app")
        place = try fields.optionalString("place")
        comment = try fields.optionalString("comment")
    }
}

/// `userActivity`: what an app is handed when a person opens one of its links (`ul-deliver`, `ul-activity`).
public struct UserActivity: Sendable, Equatable {
    /// The link, in the very letters in which it was opened.
    public var webpageURL: String

    /// The one kind there is: a page of the web is to be shown.
    public static let activityType = "NSUserActivityTypeBrowsingWeb"

    /// An activity.
    public init(webpageURL: String) { self.webpageURL = webpageURL }

    func writeMembers(to json: inout JSONWriter) {
        json.member("activityType", Self.activityType)
        json.member("webpageURL", webpageURL)
    }
}
