// swift-tools-version: 6.2
import PackageDescription

// Apart from the other benchmarks, which are so measured where SwiftNIO cannot be had.
let package = Package(
    name: "understudy-nio-relay",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/apple/swift-nio", from: "2.80.0")],
    targets: [
        .executableTarget(
            name: "nio-relay",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
