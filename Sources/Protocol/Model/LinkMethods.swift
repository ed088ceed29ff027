extension PublishSite {
    /// Refuses a request without `association`. Null means that the domain serves no file, so an omission must not mean
    /// the same.
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard !fields.isMissing("association") else {
            throw fields.invalid(
                "association", "is missing: it must be an object, or null for a domain that serves nothing")
        }
        if let association, association.objectValue == nil {
            throw fields.invalid("association", "must be an object, or null for a domain that serves nothing")
        }
    }
}

extension UserActivity {
    /// The only kind of activity: the app should show a web page.
    public static let activityType = "NSUserActivityTypeBrowsingWeb"

    /// The kind of the activity, for its recipient.
    public var activityType: String { Self.activityType }
}
