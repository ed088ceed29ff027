import Foundation

// contract-compiler [--check] SOURCES: writes the Swift of each folder `Contract` in SOURCES into the folder `Generated`
// next to it, and the clients of the contract into ChatTestKit/Generated and Tests/ChatEngineTests/Generated. With --check
// it writes nothing, and fails if a file differs from what it would write.
var words = CommandLine.arguments.dropFirst()
let isCheck = words.first == "--check"
if isCheck { words.removeFirst() }
guard let sources = words.popFirst(), words.isEmpty else {
    print("usage: contract-compiler [--check] SOURCES")
    exit(2)
}

/// A failure, as compilers print it, so that editors lead to the line.
struct Failure: Error {
    let text: String

    init(_ text: String) { self.text = text }

    init(_ path: String, _ error: ContractError) { text = "\(path):\(error.line):1: error: \(error.problem)" }
}

/// Returns the contracts of a folder, sorted by name.
func contracts(in folder: String) throws(Failure) -> [(name: String, file: ContractFile)] {
    var files: [(String, ContractFile)] = []
    for name in names(in: folder) where name.hasSuffix(".contract") {
        let path = "\(folder)/\(name)"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Failure("\(path): error: cannot be read")
        }
        do throws(ContractError) {
            files.append((String(name.dropLast(".contract".count)), try ContractParser.file(text)))
        } catch {
            throw Failure(path, error)
        }
    }
    return files
}

/// Reads the protocol of the events of a contract from the Swift file of its name in the same module.
func readBehavior(of file: inout ContractFile, near folder: String) throws(Failure) {
    guard let name = file.behavior?.name else { return }
    let module = "\(sources)/\(folder.dropLast("/Contract".count))"
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: module)) ?? []
    guard let path = paths.first(where: { $0.hasSuffix("/\(name).swift") }),
        let swift = try? String(contentsOfFile: "\(module)/\(path)", encoding: .utf8),
        file.behavior?.read(swift) == true
    else { throw Failure("\(module): error: no file \(name).swift declares the protocol \(name)") }
}

/// Returns the names in a folder, sorted; none if there is no such folder.
func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

/// Returns the Swift files of a module by name.
func swift(of contracts: [(name: String, file: ContractFile)]) -> [String: String] {
    var texts: [String: String] = [:]
    for (name, file) in contracts { texts["\(name)+Contract.swift"] = TypeWriter.text(of: file) }
    let files = contracts.map(\.file)
    if files.contains(where: { !$0.methods.isEmpty }) {
        texts["ContractText.swift"] = DocumentsWriter(files).swift
    }
    return texts
}

/// Brings a folder in line with the texts, or reports the first difference.
func write(_ texts: [String: String], into folder: String) throws(Failure) {
    let old = names(in: folder)
    for name in old where texts[name] == nil {
        guard !isCheck else { throw Failure("\(folder)/\(name): error: no contract describes it: run script/contract") }
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, body) in texts.sorted(by: { $0.key < $1.key }) {
        let path = "\(folder)/\(name)"
        let text = "// Written by script/contract: change the contract instead.\n" + body
        // An unchanged file keeps its date, so that nothing is built again.
        if let old = try? String(contentsOfFile: path, encoding: .utf8), old == text { continue }
        guard !isCheck else { throw Failure("\(path): error: differs from the contract: run script/contract") }
        do {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
            throw Failure("\(path): error: cannot be written: \(error)")
        }
    }
}

do throws(Failure) {
    let folders = try? FileManager.default.subpathsOfDirectory(atPath: sources)
    for folder in (folders ?? []).sorted() where folder.hasSuffix("/Contract") {
        var contracts = try contracts(in: "\(sources)/\(folder)")
        for index in contracts.indices { try readBehavior(of: &contracts[index].file, near: folder) }
        try write(swift(of: contracts), into: "\(sources)/\(folder.dropLast("Contract".count))Generated")
        let files = contracts.map(\.file)
        if files.contains(where: { !$0.methods.isEmpty }) {
            try write(["Clients.swift": ClientWriter.text(of: files)], into: "\(sources)/ChatTestKit/Generated")
            let engineClients = ["EngineClients.swift": ClientWriter.engineText(of: files)]
            try write(engineClients, into: "\(sources)/../Tests/ChatEngineTests/Generated")
        }
    }
} catch {
    print(error.text)
    exit(1)
}
