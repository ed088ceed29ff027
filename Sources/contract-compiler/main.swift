import ChatSystem
import FoundationEssentials

// contract-compiler FOLDER FILE…: writes the Swift of each contract file into the folder; and where methods stand in one
// of them, what readers without Swift are told of all. With --clients it writes the clients that speak by them instead.
var words = CommandLine.arguments.dropFirst()
let writesClients = words.first == "--clients"
if writesClients { words.removeFirst() }
guard let folder = words.popFirst() else {
    print("usage: contract-compiler [--clients] FOLDER FILE.contract ...")
    Syscalls.exit(2)
}

func read(_ path: String) throws(ContractError) -> ContractFile {
    let text: String
    do {
        text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
        throw ContractError(line: 1, problem: "cannot be read: \(error)")
    }
    return try ContractParser.file(text)
}

func write(_ swift: String, _ name: some StringProtocol) throws(ContractError) {
    do {
        try swift.write(toFile: "\(folder)/\(name).swift", atomically: true, encoding: .utf8)
    } catch {
        throw ContractError(line: 1, problem: "its Swift cannot be written: \(error)")
    }
}

var path = ""
do throws(ContractError) {
    var files: [ContractFile] = []
    for argument in words {
        path = argument
        files.append(try read(path))
        if writesClients { continue }
        let name = path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
        try write(TypeWriter.text(of: files[files.count - 1]), "\(name)+Contract")
    }
    if writesClients {
        try write(ClientWriter.text(of: files), "Clients")
    } else if files.contains(where: { !$0.methods.isEmpty }) {
        try write(DocumentsWriter(files).swift, "ContractText")
    }
} catch {
    // As compilers say it, so that editors lead to the line.
    print("\(path):\(error.line):1: error: \(error.problem)")
    Syscalls.exit(1)
}
