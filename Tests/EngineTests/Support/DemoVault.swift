import DemoHousehold
import Engine
import Foundation
import Model
import Platform
import Scripting
import SimpleFIN
import Vault

/// The day on which most stories begin.
let today = day(2026, 11, 20)

/// A day that the calendar has, as tests write it.
func day(_ year: Int, _ month: Int, _ number: Int) -> CalendarDay {
    CalendarMonth(year: year, month: month).firstDay.adding(days: number - 1)
}

extension CalendarDay {
    var noon: Int64 { secondsSinceEpoch + 43_200 }
}

/// A vault in a folder of its own, and a bank in memory.
final class DemoVault {
    let folder: VaultFolder
    let vault: Vault
    let transport: DemoTransport
    private let household: Household
    private let isKept: Bool

    convenience init(_ household: Household = .ordinary) throws {
        try self.init(household, in: Self.newPath())
    }

    /// - Parameters:
    ///   - path: the vault's folder; a new one, or one that holds a vault.
    ///   - isKept: whether the folder stays when the vault goes.
    init(_ household: Household, in path: String, isKept: Bool = false) throws {
        folder = VaultFolder(path: path)
        vault = try Vault.openOrCreate(folder)
        transport = DemoTransport(household)
        self.household = household
        self.isKept = isKept
    }

    static func newPath() -> String {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("engine-tests-\(UUID().uuidString)").path
    }

    deinit {
        guard !isKept else { return }
        do {
            try FileManager.default.removeItem(atPath: folder.path)
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }

    /// - Parameters:
    ///   - other: a bank instead of the vault's own.
    ///   - keepers: where access URLs may be kept.
    func engine(
        on day: CalendarDay = today, over other: DemoTransport? = nil,
        keepers: SecretKeepers = SecretKeepers(),
        scripts: ScriptHost = .inThisProcess
    ) -> Engine {
        let transport = other ?? transport
        return Engine(
            vault: vault, moment: Moment(clock: day.noon),
            secretKeepers: keepers,
            scripts: scripts
        ) { policy in
            Client(transport: transport, policy: policy)
        }
    }

    /// Brings in everything of the household, as a stored answer.
    func importAll() throws {
        var body: [UInt8] = []
        AccountsAnswer(everythingOf: household, version: .second).write {
            body.append(contentsOf: $0)
        }
        _ = try engine().importAnswer(Answer(body: body))
    }

    /// Brings in payments of 9.99 each from one account, "Everyday Checking", a day
    /// apart.
    func importPayments(_ descriptions: [String]) throws {
        try importPayments(descriptions.map { ($0, "-9.99") })
    }

    /// The same with an amount for each.
    func importPayments(_ payments: [(description: String, amount: String)]) throws {
        let rows = payments.enumerated().map { number, payment in
            """
            {"id": "\(number)", "posted": \(1_772_366_400 + number * 86_400),
             "amount": "\(payment.amount)", "description": "\(payment.description)"}
            """
        }
        let answer = """
            {"errors": [], "accounts": [{"org": {"domain": "first.example",
             "sfin-url": "https://bridge.example/simplefin"}, "id": "C1",
             "name": "Everyday Checking", "currency": "USD", "balance": "2500.10",
             "balance-date": 1773532800, "transactions": [\(rows.joined(separator: ","))]}]}
            """
        _ = try engine().importAnswer(Answer(body: Array(answer.utf8)))
    }

    func connect() throws -> Connection {
        try engine().connect(
            SetupToken(transport.setupToken), as: .new(name: nil), policy: NetworkPolicy())
    }

    /// Syncs on the day of a household that the bank shows from then on.
    @discardableResult
    func sync(
        _ connection: Connection, _ household: Household = .ordinary, months: Int = 24
    ) throws -> SyncReport {
        transport.show(household, at: household.today.noon)
        return try engine(on: household.today).synchronise(
            connection, historyMonths: months, progress: { _ in })
    }

    // MARK: Files

    func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + path))
    }

    func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func isFile(_ path: String) throws -> Bool {
        let type = try FileManager.default.attributesOfItem(atPath: path)[.type]
        return type as? FileAttributeType == .typeRegular
    }

    /// What the connection's file holds: its first line, behind which may be
    /// room for a longer one.
    func accessURL(_ connection: Connection) throws -> String {
        let text = try String(contentsOfFile: secretPath(connection), encoding: .utf8)
        return String(text.prefix { $0 != "\n" })
    }

    func secretPath(_ connection: Connection) -> String {
        "\(folder.secretsPath)/connection-\(connection.id)"
    }
}

extension Household {
    /// Two years of the household's life.
    static let ordinary = Household(today: day(2026, 11, 20), months: 24)
}
