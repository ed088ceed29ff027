import Gherkin

extension RunPlan.Source {
    /// The warnings for the whole file, whichever scenarios are played: text that parses and is probably a mistake.
    /// Each has the form `FILE:LINE:COLUMN: what`, in the order of the file.
    var findings: [String] { Gherkin.findings(in: document).map(described) }

    /// The findings that make a run useless, in the same form: unknown placeholders and misspelt keywords.
    var faults: [String] { Gherkin.findings(in: document).filter(\.isFault).map(described) }

    private func described(_ finding: Gherkin.Complaint) -> String { "\(path):\(finding.location): \(finding.message)" }
}
