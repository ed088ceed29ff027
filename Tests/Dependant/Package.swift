// swift-tools-version: 6.2
import PackageDescription

// A package of an app's developer, which script/dependant builds: the samples of Apple's talks, word for word, files as
// adopters write them, and the limits of modules under Apple's names.

// The products that an app's own code uses.
let appleNames: [Target.Dependency] = [
    "CloudKit", "SharedWithYou", "SharedWithYouCore", "UIKit", "UniformTypeIdentifiers",
].map { .product(name: $0, package: "understudy") }

let package = Package(
    name: "Dependant",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "understudy", path: "../.."),
        // It has `#if canImport(UIKit)`, and must not see ours.
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    ],
    targets: [
        .target(
            name: "Talk",
            dependencies: [
                .product(name: "CloudKit", package: "understudy"),
                .product(name: "SharedWithYou", package: "understudy"), .product(name: "UIKit", package: "understudy"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // As a new project of Xcode has it.
        .target(
            name: "Adopters", dependencies: appleNames,
            swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
        // A link to the same files, as an older project compiles them.
        .target(name: "AdoptersInSwift5", dependencies: appleNames, swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "Dump", dependencies: [.product(name: "CustomDump", package: "swift-custom-dump")]),
        // As on Apple's systems: Apple's names are aliases of ours, without the thin modules.
        .target(
            name: "Aliased",
            dependencies: [
                .product(name: "UnderstudySharedWithYou", package: "understudy"),
                .product(name: "UnderstudyUIKit", package: "understudy"),
            ],
            swiftSettings: [
                .unsafeFlags([
                    "-module-alias", "SharedWithYou=UnderstudySharedWithYou", "-module-alias", "UIKit=UnderstudyUIKit",
                ])
            ]),
        .testTarget(
            name: "DependantTests",
            dependencies: [
                "Adopters", "AdoptersInSwift5", "Aliased", "Dump", "Talk",
                .product(name: "AppTestKit", package: "understudy"),
            ] + appleNames),
    ]
)
