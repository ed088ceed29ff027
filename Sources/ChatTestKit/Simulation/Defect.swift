/// A way to be wrong that can be planted between the parts, so that the checks are checked.
public enum Defect: String, Sendable, CaseIterable {
    case skippedSync
}
