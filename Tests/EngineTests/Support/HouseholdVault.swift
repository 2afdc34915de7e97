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
        let path = DemoVault.newPath()
        try SharedFolder.copy(Self.originals.path(of: self), to: path)
        let demo = try DemoVault(household, in: path)
        if syncedMonths != nil { demo.transport.show(household, at: household.today.noon) }
        return demo
    }

    /// A copy of the vault, and the connection by which it was filled.
    func copyWithConnection() throws -> (demo: DemoVault, connection: Connection) {
        let demo = try copy()
        return (demo, try #require(try demo.vault.connections().first))
    }

    private var household: Household { Household(today: today, months: months) }

    private func make(in path: String) throws {
        let demo = try DemoVault(household, in: path, isKept: true)
        if let syncedMonths {
            try demo.sync(try demo.connect(), household, months: syncedMonths)
        } else {
            try demo.importAll()
        }
        if isClassified { _ = try demo.engine().classify(dryRun: false) }
    }

    private static let originals = Originals()

    /// The vaults that were made, until the process ends.
    private final class Originals: Sendable {
        private let folders = Mutex<[HouseholdVault: String]>([:])

        /// The folder of a vault, which nobody has open.
        func path(of vault: HouseholdVault) throws -> String {
            try folders.withLock { folders in
                if let path = folders[vault] { return path }
                let path = try "\(SharedFolder.path())/household-\(folders.count)"
                try vault.make(in: path)
                folders[vault] = path
                return path
            }
        }
    }
}
