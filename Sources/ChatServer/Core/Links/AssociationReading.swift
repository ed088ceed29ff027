import ChatProtocol

/// What a file says of one link: each detail is asked once, however many apps it names.
struct AssociationReading {
    private let file: SiteAssociation
    private var subject: LinkSubject
    /// Of each detail that was asked, the components before the first that matches; all of them if none does.
    private var asked: [Int: Range<Int>] = [:]
    /// How many steps it took.
    private(set) var steps = 0

    init(_ file: SiteAssociation, of url: CanonicalURL) {
        self.file = file
        subject = LinkSubject(url)
    }

    /// What the file says about an app: the first component that matches, in all details of the app.
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

    /// The components of an app that were tried before the one that decided; the last of them, if there are many.
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
