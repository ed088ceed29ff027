import ChatProtocol
import ChatScenario

/// The output for an explanation of a link: text or JSON.
struct LinkReport {
    let style: ReportStyle
    let isJSON: Bool

    /// Returns the lines of an explanation, with their line feeds.
    ///
    /// - Parameter title: The line above the explanation; nil for a single file.
    func text(of explanation: LinkExplanation, title: String? = nil) -> String {
        if isJSON { return String(decoding: JSONWriter.bytes(of: explanation), as: UTF8.self) + "\n" }
        var text = title.map { style.paint(ReportStyle.harmless($0), .quiet) + "\n" } ?? ""
        let url = style.paint(ReportStyle.harmless(explanation.url), .strong)
        if let app = explanation.app {
            text += "\(url) opens in \(style.paint(ReportStyle.harmless(app.rawValue), .good)).\n\n"
        } else {
            text += "\(url) \(style.paint("stays in the browser", .bad)).\n\n"
        }
        let apps = Set(explanation.steps.compactMap(\.app))
        var app: AppID?
        for step in explanation.steps {
            // The steps of several apps look alike, so a line above them names the app.
            if apps.count > 1, let next = step.app, next != app {
                text += "  " + style.paint(ReportStyle.harmless(next.rawValue) + ":", .strong) + "\n"
                app = next
            }
            text += "  \(line(of: step))\n"
        }
        return text + "\n"
    }

    private func line(of step: LinkExplanation.Step) -> String {
        let (mark, tone): (String, ReportStyle.Tone) =
            switch step.outcome {
            case .opens: ("✓", .good)
            case .excluded: ("✗", .bad)
            case .noMatch: ("·", .quiet)
            case .unknownApp, .noAssociation, .noApp: ("!", .unsure)
            }
        return "\(style.paint(mark, tone)) \(style.paint(ReportStyle.harmless(step.reason.text), tone)) "
            + style.paint("(\(step.reason.rule))", .quiet)
    }
}
