// swift-tools-version: 6.2
import PackageDescription

// Apart from the product, which builds without it. `script/mutants` gives the flags for SwiftSyntax, whose modules come
// with the toolchain. The files of `Program` belong to no target: the tool copies them into the mutated package.
let package = Package(
    name: "understudy-mutants",
    platforms: [.macOS(.v15)],
    targets: [
        .executableTarget(
            name: "mutants",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
