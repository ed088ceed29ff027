import Foundation
import PackagePlugin

/// Turns the `.contract` files of a target into Swift before it is compiled. A target that has none gets the clients that
/// speak by the contract of what it depends on.
@main
struct ContractPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let own = contracts(of: module)
        let read = own.isEmpty ? target.dependencies.flatMap(contracts) : own
        let folder = context.pluginWorkDirectoryURL
        var outputs = own.map { contract in
            folder.appending(path: contract.deletingPathExtension().lastPathComponent + "+Contract.swift")
        }
        if own.isEmpty { outputs.append(folder.appending(path: "Clients.swift")) }
        if own.contains(where: { $0.lastPathComponent == "Methods.contract" }) {
            outputs.append(folder.appending(path: "ContractText.swift"))
        }
        return [
            .buildCommand(
                displayName: "Reading the contract of \(target.name)",
                executable: try context.tool(named: "contract-compiler").url,
                arguments: (own.isEmpty ? ["--clients"] : []) + [folder.path()] + read.map { $0.path() },
                inputFiles: read, outputFiles: outputs)
        ]
    }

    /// The contract of a target that methods are called by.
    private func contracts(of dependency: TargetDependency) -> [URL] {
        guard case .target(let target) = dependency, let module = target.sourceModule else { return [] }
        let contracts = contracts(of: module)
        return contracts.contains { $0.lastPathComponent == "Methods.contract" } ? contracts : []
    }

    private func contracts(of module: any SourceModuleTarget) -> [URL] {
        module.sourceFiles(withSuffix: ".contract").map(\.url)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
