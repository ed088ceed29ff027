import Foundation
import PackagePlugin

/// Turns the `.contract` files of a target into Swift before it is compiled.
@main
struct ContractPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let contracts = module.sourceFiles(withSuffix: ".contract").map(\.url)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let folder = context.pluginWorkDirectoryURL
        var outputs = contracts.map { contract in
            folder.appending(path: contract.deletingPathExtension().lastPathComponent + "+Contract.swift")
        }
        if contracts.contains(where: { $0.lastPathComponent == "Methods.contract" }) {
            outputs.append(folder.appending(path: "ContractText.swift"))
        }
        return [
            .buildCommand(
                displayName: "Reading the contract of \(target.name)",
                executable: try context.tool(named: "contract-compiler").url,
                arguments: [folder.path()] + contracts.map { $0.path() },
                inputFiles: contracts, outputFiles: outputs)
        ]
    }
}
