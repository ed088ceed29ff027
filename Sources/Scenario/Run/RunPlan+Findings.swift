import Gherkin

extension RunPlan.Source {
    /// What in the file parses and yet cannot be meant, `FILE:LINE:COLUMN: what`, in order: of the whole file, whatever
    /// scenarios of it are played.
    var findings: [String] { Gherkin.findings(in: document).map { "\(path):\($0.location): \($0.message)" } }
}
