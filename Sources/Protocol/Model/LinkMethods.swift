extension PublishSite {
    /// With null the domain serves nothing; an association that was forgotten is not taken for that.
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
    /// The one kind there is: a page of the web is to be shown.
    public static let activityType = "NSUserActivityTypeBrowsingWeb"

    /// Its kind, for the one who is handed it.
    public var activityType: String { Self.activityType }
}
