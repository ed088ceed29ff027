import Gherkin

extension RunPlan.Source {
    /// What in the file parses and yet cannot be meant, `FILE:LINE:COLUMN: what`, in order: of the whole file, whatever
    /// scenarios of it are played.
    var findings: [String] { Gherkin.findings(in: document).map(described) }

    /// The findings that make a play worthless, in the same form: unknown placeholders and misspelt keywords.
    var faults: [String] { Gherkin.findings(in: document).filter(\.isFault).map(described) }

    private func described(_ finding: Gherkin.Complaint) -> String { "\(path):\(finding.location): \(finding.message)" }
}
