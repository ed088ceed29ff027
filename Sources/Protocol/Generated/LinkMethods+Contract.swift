// Written by script/contract: change the contract instead.

/// The answer to `link.explain`: the app that opens a link, and every step of the decision.
public struct LinkExplanation: Sendable, Equatable {
    /// The canonical link.
    public var url: String
    /// The app that opens the link; nil if the link opens in the browser.
    public var app: AppID?
    /// The steps, the deciding one last.
    public var steps: [Step]

    /// Creates a value from its members.
    public init(url: String, app: AppID? = nil, steps: [Step] = []) {
        self.url = url
        self.app = app
        self.steps = steps
    }
}

extension LinkExplanation: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("url") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        url = try fields.read("url")
        app = try fields.readOptional("app")
        steps = try fields.readOptional("steps") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("url", url)
        if let app { json.member("app", app) }
        json.member("steps", steps)
    }
}

extension LinkExplanation {
    /// The result of a step.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The app opens the link.
        case `opens`
        /// The website excludes the link from the app.
        case `excluded`
        /// A part of the link does not match the app's entry in the file.
        case `noMatch`
        /// The website's file does not name the app.
        case `unknownApp`
        /// The website serves no file.
        case `noAssociation`
        /// No app names the domain.
        case `noApp`
    }
}

extension LinkExplanation.Outcome: JSONWord {}

/// `userActivity`: the activity that an app receives when a person opens one of its links (`ul-deliver`,
/// `ul-activity`).
public struct UserActivity: Sendable, Equatable {
    /// The link, exactly as it was opened.
    public var webpageURL: String

    /// Creates a value from its members.
    public init(webpageURL: String) {
        self.webpageURL = webpageURL
    }
}

extension UserActivity: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("webpageURL") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        _ = fields.value("activityType")
        webpageURL = try fields.read("webpageURL")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("activityType", activityType)
        json.member("webpageURL", webpageURL)
    }
}

/// `site.publish`: publishes the association file of a website, independently of its registered apps (`ul-two-way`).
public struct PublishSite: Sendable, Equatable {
    /// The domain, or a wildcard such as `*.notes.example`.
    public var domain: String
    /// The association; nil if the domain serves no file.
    public var association: JSONValue?

    /// Creates a value from its members.
    public init(domain: String, association: JSONValue? = nil) {
        self.domain = domain
        self.association = association
    }
}

extension PublishSite: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("domain") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        domain = try fields.read("domain")
        association = try fields.readOptional("association")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("domain", domain)
        if let association { json.member("association", association) } else { json.null("association") }
    }
}

extension LinkExplanation {
    /// A step of the decision.
    public struct Step: Sendable, Equatable {
        /// The rule, and a sentence that explains it.
        public var reason: Reason
        /// The result.
        public var outcome: LinkExplanation.Outcome
        /// The app that the step is about.
        public var app: AppID?
        /// The deciding place in the website's file: `applinks.details[0].components[2]`.
        public var place: String?
        /// The comment at that place in the file.
        public var comment: String?

        /// Creates a value from its members.
        public init(reason: Reason, outcome: LinkExplanation.Outcome, app: AppID? = nil, place: String? = nil, comment: String? = nil) {
            self.reason = reason
            self.outcome = outcome
            self.app = app
            self.place = place
            self.comment = comment
        }
    }
}

extension LinkExplanation.Step: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("outcome") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        reason = try Reason(from: &fields)
        outcome = try fields.read("outcome")
        app = try fields.readOptional("app")
        place = try fields.readOptional("place")
        comment = try fields.readOptional("comment")
    }

    public func writeMembers(to json: inout JSONWriter) {
        reason.writeMembers(to: &json)
        json.member("outcome", outcome)
        if let app { json.member("app", app) }
        if let place { json.member("place", place) }
        if let comment { json.member("comment", comment) }
    }
}

/// A link, in any spelling.
public struct LinkAddress: Sendable, Equatable {
    /// The link.
    public var url: String

    /// Creates a value from its members.
    public init(url: String) {
        self.url = url
    }
}

extension LinkAddress: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("url") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        url = try fields.read("url")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("url", url)
    }
}
