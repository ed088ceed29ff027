import CloudKit
import Foundation

/// A recipe, and the share that makes it a recipe of several cooks.
struct Recipe: Hashable {
    let record: CKRecord
    var share: CKShare?

    var title: String { record["title"] as? String ?? "" }
    var steps: String { record["steps"] as? String ?? "" }
    var id: CKRecord.ID { record.recordID }
}

/// The recipes in CloudKit.
@MainActor
final class RecipeStore {
    private(set) var recipes: [Recipe] = []
    var onChange: () -> Void = {}
    let container = CKContainer.default()

    func add(title: String) async throws {
        let record = CKRecord(recordType: "Recipe")
        record["title"] = title
        try await replace(Recipe(record: container.privateCloudDatabase.save(record)))
    }

    /// Returns the recipe as the last cook saved it.
    func newest(_ recipe: Recipe) async throws -> Recipe {
        try await Recipe(record: database(of: recipe).record(for: recipe.id), share: recipe.share)
    }

    func save(_ recipe: Recipe, steps: String) async throws {
        let newest = try await newest(recipe)
        newest.record["steps"] = steps
        try await replace(Recipe(record: database(of: recipe).save(newest.record), share: recipe.share))
    }

    private func database(of recipe: Recipe) -> CKDatabase {
        let isForeign = recipe.share?.currentUserParticipant.map { $0.role != .owner } ?? false
        return isForeign ? container.sharedCloudDatabase : container.privateCloudDatabase
    }

    /// Creates the share of a recipe, as soon as the cook has chosen whom to invite.
    func share(_ recipe: Recipe) async throws -> CKShare {
        let share = CKShare(rootRecord: recipe.record)
        share[CKShare.SystemFieldKey.title] = recipe.title
        _ = try await container.privateCloudDatabase.modifyRecords(saving: [recipe.record, share], deleting: [])
        replace(Recipe(record: recipe.record, share: share))
        return share
    }

    func accept(_ metadata: CKShare.Metadata) async throws -> Recipe {
        let share = try await container.accept(metadata)
        let record = try await container.sharedCloudDatabase.record(
            for: metadata.hierarchicalRootRecordID ?? share.recordID)
        let recipe = Recipe(record: record, share: share)
        replace(recipe)
        return recipe
    }

    private func replace(_ recipe: Recipe) {
        if let index = recipes.firstIndex(where: { $0.id == recipe.id }) {
            recipes[index] = recipe
        } else {
            recipes.append(recipe)
        }
        onChange()
    }
}
