import DemoHousehold
import Engine
import GRDB
import Model
import Testing
import Vault

@Suite("A sync that brings nothing new")
struct UnchangedSyncTests {
    private let demo: DemoVault
    private let connection: Connection
    private let household = Household(today: today, months: 3)

    init() throws {
        demo = try DemoVault()
        connection = try demo.connect()
        try demo.sync(connection, household, months: 3)
    }

    /// The rows of every table, each as it is.
    private func tables() throws -> [String: [Row]] {
        try DatabaseQueue(path: demo.folder.databasePath).read { database in
            let names = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            return Dictionary(
                uniqueKeysWithValues: try names.map {
                    ($0, try Row.fetchAll(database, sql: "SELECT * FROM \"\($0)\""))
                })
        }
    }

    @Test("writes only its own record and the banks that answered")
    func sameMoment() throws {
        let before = try tables()
        let report = try demo.sync(connection, household, months: 3)
        #expect(report.stored == StoredAnswer())
        let after = try tables()
        let changed = after.filter { before[$0.key] != $0.value }.keys
        #expect(Set(changed) == ["accounts", "institutions", "requests", "syncs"])
    }

    @Test("adds one row to that record, and one for each request")
    func record() throws {
        let before = try tables()
        let report = try demo.sync(connection, household, months: 3)
        let after = try tables()
        let added = after.mapValues(\.count).merging(before.mapValues(\.count), uniquingKeysWith: -)
            .filter { $0.value != 0 }
        #expect(added == ["requests": report.requests, "syncs": 1])
    }
}
