// swift-tools-version: 6.2
import PackageDescription

// An app for an iPhone that runs in a terminal, and whose tests run without a device. On Apple's systems a project of
// Xcode has the same source files, without Host.swift.

let package = Package(
    name: "RecipeBox",
    dependencies: [.package(name: "understudy", path: "../..")],
    targets: [
        .executableTarget(
            name: "RecipeBox",
            dependencies: ["AppHost", "CloudKit", "SharedWithYou", "UIKit"].map {
                .product(name: $0, package: "understudy")
            }),
        .testTarget(
            name: "RecipeBoxTests",
            dependencies: [
                "RecipeBox", .product(name: "AppTestKit", package: "understudy"),
                .product(name: "CloudKit", package: "understudy"),
                .product(name: "SharedWithYou", package: "understudy"), .product(name: "UIKit", package: "understudy"),
            ]),
    ]
)
