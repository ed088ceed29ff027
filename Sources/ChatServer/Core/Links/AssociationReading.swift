import ChatProtocol

/// The evaluation of an association file for one link. Each detail is evaluated once, no matter how many apps it names.
struct AssociationReading {
    private let file: SiteAssociation
    private var subject: LinkSubject
    /// The components before the first match, by detail; all components if none matches.
    private var asked: [Int: Range<Int>] = [:]
    /// The number of matching steps so far.
    private(set) var steps = 0

    init(_ file: SiteAssociation, of url: CanonicalURL) {
        self.file = file
        subject = LinkSubject(url)
    }

    /// Returns the result of the file for an app: the first matching component in all details of the app.
    mutating func answer(for app: AppID) -> SiteAssociation.Answer {
        guard let details = file.detailsOfApps[app] else { return .unknownApp }
        for index in details {
            guard let match = firstMatch(in: index) else { continue }
            let component = file.details[index].components[match]
            return component.isExcluded ? .excludes(component) : .opens(component)
        }
        return .noComponent
    }

    private mutating func firstMatch(in index: Int) -> Int? {
        let components = file.details[index].components
        var count = 0
        if let known = asked[index] {
            count = known.count
        } else {
            while count < components.count, components[count].firstMiss(of: &subject, steps: &steps) != nil {
                count += 1
            }
            asked[index] = 0..<count
        }
        return count < components.count ? count : nil
    }

    /// Returns the components of an app that were tried before the deciding one. Above `max`, it returns the last ones
    /// and the number of the others.
    mutating func misses(for app: AppID, max: Int) -> [LinkDecision.Reason] {
        var count = 0
        var tried: [(detail: Int, components: Range<Int>)] = []
        for index in file.detailsOfApps[app] ?? [] {
            let match = firstMatch(in: index)
            let components = 0..<(match ?? file.details[index].components.count)
            count += components.count
            tried.append((index, components))
            if match != nil { break }
        }
        var misses: [LinkDecision.Reason] = []
        for (index, components) in tried.reversed() {
            for component in file.details[index].components[components].reversed() where misses.count < max {
                misses.append(miss(component, of: app))
            }
            if misses.count == max { break }
        }
        let before = count - misses.count
        return (before > 0 ? [.missedMore(app: app, count: before)] : []) + misses.reversed()
    }

    private mutating func miss(_ component: SiteAssociation.Component, of app: AppID) -> LinkDecision.Reason {
        let miss = component.firstMiss(of: &subject, steps: &steps)
        return .missed(
            app: app, place: component.place, comment: component.comment,
            problem: miss.map { "the \($0.part) is not “\($0.pattern.text)”" } ?? "")
    }
}
