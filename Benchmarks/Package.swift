// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "understudy-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "understudy", path: "..")],
    targets: [
        .systemLibrary(name: "CEpoll"),
        .executableTarget(name: "limit"),
        .executableTarget(
            name: "chat-bench",
            dependencies: ["CEpoll", .product(name: "ChatProtocol", package: "understudy")],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
    ]
)
