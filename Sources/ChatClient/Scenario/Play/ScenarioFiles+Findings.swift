extension ScenarioFiles {
    /// What in the files parses and yet cannot be meant, `FILE:LINE:COLUMN: what`, in order: of whole files, whatever
    /// lines of them were asked for. A file that does not parse says so elsewhere.
    public func findings() -> [String] {
        files.flatMap { file -> [String] in
            guard let bytes = try? FileSystem.bytes(ofFile: file.path, max: Gherkin.Limits.sourceBytes),
                let document = try? Gherkin.parse(bytes: bytes, notation: Gherkin.Notation(path: file.path))
            else { return [] }
            return Gherkin.findings(in: document).map { "\(file.path):\($0.location): \($0.message)" }
        }
    }
}
