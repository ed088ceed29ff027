// swift-tools-version: 6.2
import PackageDescription

// Apart from the product, which so builds without any of this; `script/fuzz` gives the flags for coverage and the linker.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func fuzz(_ name: String, _ products: String...) -> Target {
    .executableTarget(
        name: "fuzz-\(name)",
        dependencies: ["FuzzDriver"] + products.map { .product(name: $0, package: "understudy") },
        swiftSettings: house)
}

let package = Package(
    name: "understudy-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "understudy", path: "..")],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .target(name: "FuzzDriver", dependencies: ["CFuzzer"], swiftSettings: house),
        fuzz("lines", "ChatProtocol"),
        fuzz("json", "ChatProtocol"),
        fuzz("request", "ChatProtocol"),
        fuzz("http", "ChatProtocol"),
        fuzz("websocket", "ChatProtocol"),
        fuzz("log", "ChatProtocol", "ChatServer"),
        fuzz("search", "ChatProtocol", "ChatServer"),
        // The module ChatTerminal has no product of its own, but comes with this one.
        fuzz("terminal", "ChatClient"),
    ]
)
