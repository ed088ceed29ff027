import ChatProtocol

/// The app that opens a link, with the steps of the decision.
struct LinkDecision: Sendable, Equatable {
    /// One step of the decision.
    enum Reason: Sendable, Equatable, CustomStringConvertible {
        /// No registered app names the domain.
        case noAppNamesDomain(host: String)
        /// An app names the domain, but the domain serves no association.
        case noAssociation(host: String)
        /// The app names the domain, but its association does not name the app.
        case appNotInAssociation(app: AppID)
        /// A component of the app was tried and does not match.
        case missed(app: AppID, place: String, comment: String?, problem: String)
        /// This number of other components of the app were tried before the listed ones and do not match.
        case missedMore(app: AppID, count: Int)
        /// The association names the app, but none of the app's components matches.
        case noComponent(app: AppID)
        /// The first matching component keeps the link in the browser.
        case excluded(app: AppID, place: String, comment: String?)
        /// The first matching component gives the link to the app.
        case matched(app: AppID, place: String, comment: String?)

        /// The id of the rule in the feature table.
        var rule: String {
            switch self {
            case .noAppNamesDomain: "ul-entitlement"
            case .noAssociation: "ul-file"
            case .appNotInAssociation: "ul-two-way"
            case .missed, .missedMore, .noComponent: "ul-and"
            case .excluded, .matched: "ul-first"
            }
        }

        /// The result of the step.
        var outcome: LinkExplanation.Outcome {
            switch self {
            case .noAppNamesDomain: .noApp
            case .noAssociation: .noAssociation
            case .appNotInAssociation: .unknownApp
            case .missed, .missedMore, .noComponent: .noMatch
            case .excluded: .excluded
            case .matched: .opens
            }
        }

        /// The sentence for a person.
        var description: String {
            switch self {
            case .noAppNamesDomain(let host): "No app names the domain \(host)."
            case .noAssociation(let host): "\(host) serves no apple-app-site-association."
            case .appNotInAssociation(let app): "The website does not name \(app)."
            case .missed(_, let place, let comment, let problem):
                "\(place) does not match\(Self.remark(comment)): \(problem)."
            case .missedMore(let app, let count): "\(count) components of \(app) before these do not match."
            case .noComponent(let app): "No component of \(app) matches the link."
            case .excluded(let app, let place, let comment):
                "\(place) keeps the link from \(app)\(Self.remark(comment))."
            case .matched(let app, let place, let comment): "\(place) gives the link to \(app)\(Self.remark(comment))."
            }
        }

        /// The step as the protocol describes it.
        var step: LinkExplanation.Step {
            var step = LinkExplanation.Step(reason: ChatProtocol.Reason(rule, description), outcome: outcome)
            switch self {
            case .noAppNamesDomain, .noAssociation: break
            case .appNotInAssociation(let app), .missedMore(let app, _), .noComponent(let app): step.app = app
            case .missed(let app, let place, let comment, _), .excluded(let app, let place, let comment),
                .matched(let app, let place, let comment):
                step.app = app
                step.place = place
                step.comment = comment
            }
            return step
        }

        private static func remark(_ comment: String?) -> String {
            comment.map { " (“\($0)”)" } ?? ""
        }
    }

    /// The app that opens the link; nil if the link stays in the browser.
    var app: AppID?
    /// The steps, the deciding one last.
    var trail: [Reason]
}
