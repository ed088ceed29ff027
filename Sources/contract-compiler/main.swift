import ChatSystem
import FoundationEssentials

// contract-compiler FOLDER FILE…: writes the Swift of each contract file into the folder.
guard CommandLine.arguments.count > 1 else {
    print("usage: contract-compiler FOLDER FILE.contract ...")
    Syscalls.exit(2)
}
let folder = CommandLine.arguments[1]
for path in CommandLine.arguments.dropFirst(2) {
    let name = path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
    do throws(ContractError) {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw ContractError(line: 1, problem: "cannot be read: \(error)")
        }
        let swift = TypeWriter.text(of: try ContractParser.file(text))
        do {
            try swift.write(toFile: "\(folder)/\(name)+Contract.swift", atomically: true, encoding: .utf8)
        } catch {
            throw ContractError(line: 1, problem: "its Swift cannot be written: \(error)")
        }
    } catch {
        // As compilers say it, so that editors lead to the line.
        print("\(path):\(error.line):1: error: \(error.problem)")
        Syscalls.exit(1)
    }
}
