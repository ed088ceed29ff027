public import ChatProtocol

/// Which app opens a link, and the steps by which that was found.
public struct LinkDecision: Sendable, Equatable {
    /// One step of the decision.
    public enum Reason: Sendable, Equatable, CustomStringConvertible {
        /// No registered app names the domain.
        case noAppNamesDomain(host: String)
        /// An app names the domain, and the domain serves no association.
        case noAssociation(host: String)
        /// The app names the domain, and its file does not name the app.
        case appNotInAssociation(app: AppID)
        /// The file names the app, and none of its components matches.
        case noComponent(app: AppID)
        /// The first component that matches keeps the link in the browser.
        case excluded(app: AppID, place: String, comment: String?)
        /// The first component that matches gives the link to the app.
        case matched(app: AppID, place: String, comment: String?)

        /// The rule by its id in the feature table.
        public var rule: String {
            switch self {
            case .noAppNamesDomain: "ul-entitlement"
            case .noAssociation: "ul-file"
            case .appNotInAssociation: "ul-two-way"
            case .noComponent: "surf-universal"
            case .excluded, .matched: "ul-first"
            }
        }

        /// The sentence for a person.
        public var description: String {
            switch self {
            case .noAppNamesDomain(let host): "No app names the domain \(host)."
            case .noAssociation(let host): "\(host) serves no apple-app-site-association."
            case .appNotInAssociation(let app): "The website does not name \(app)."
            case .noComponent(let app): "No component of \(app) matches the link."
            case .excluded(let app, let place, let comment):
                "\(place) keeps the link from \(app)\(Self.remark(comment))."
            case .matched(let app, let place, let comment): "\(place) gives the link to \(app)\(Self.remark(comment))."
            }
        }

        private static func remark(_ comment: String?) -> String {
            comment.map { " (“\($0)”)" } ?? ""
        }
    }

    /// The app that opens it; nil if it stays in the browser.
    public var app: AppID?
    /// The steps, the deciding one last.
    public var trail: [Reason]

    /// A decision and its steps.
    public init(app: AppID?, trail: [Reason]) {
        self.app = app
        self.trail = trail
    }
}
