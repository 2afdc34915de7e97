import DemoHousehold
import Engine
import Foundation
import Model
import Synchronization
import TestSupport
import Testing
import Vault

/// A vault with what a household did until ``today``. It is made once, and each test gets a copy.
struct HouseholdVault: Hashable, Sendable {
    /// How many months the household is known for.
    var months = 24
    /// How many months a bank is asked for; nil where all comes from a file.
    var syncedMonths: Int?
    var isClassified = true

    /// A copy of the vault.
    func copy() throws -> DemoVault {
        let original = try Self.originals.original(of: self)
        let household = original.household
        let path = DemoVault.newPath()
        try SharedFolder.copy(original.path, to: path)
        let demo = try DemoVault(household, in: path)
        if syncedMonths != nil { demo.transport.show(household, at: household.today.noon) }
        return demo
    }

    /// A copy of the vault, and the connection by which it was filled.
    func copyWithConnection() throws -> (demo: DemoVault, connection: Connection) {
        let demo = try copy()
        return (demo, try #require(try demo.vault.connections().first))
    }

    private func make(_ household: Household, in path: String) throws {
        let demo = try DemoVault(household, in: path, isKept: true)
        if let syncedMonths {
            try demo.sync(try demo.connect(), household, months: syncedMonths)
        } else {
            try demo.importAll()
        }
        if isClassified { _ = try demo.engine().classify(dryRun: false) }
    }

    private static let originals = Originals()

    /// A vault's folder, which nobody has open, and what is in it.
    private struct Original {
        let path: String
        let household: Household
    }

    /// The vaults that were made, until the process ends.
    private final class Originals: Sendable {
        private let made = Mutex<[HouseholdVault: Original]>([:])

        func original(of vault: HouseholdVault) throws -> Original {
            try made.withLock { made in
                if let original = made[vault] { return original }
                let original = Original(
                    path: try "\(SharedFolder.path())/household-\(made.count)",
                    household: Household(today: today, months: vault.months))
                try vault.make(original.household, in: original.path)
                made[vault] = original
                return original
            }
        }
    }
}
