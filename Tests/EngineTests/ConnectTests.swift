import DemoHousehold
import Engine
import Foundation
import SimpleFIN
import Synchronization
import Testing
import Vault

@Suite("Connecting")
struct ConnectTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
    }

    private func secretFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: demo.folder.secretsPath).sorted()
    }

    @Test("a token becomes a connection, whose access URL its owner alone can read")
    func connecting() throws {
        let connection = try demo.connect()
        #expect(connection.name == "bridge.example")
        #expect(connection.kind == .simplefin)
        #expect(try demo.vault.connections() == [connection])
        #expect(try secretFiles() == ["connection-\(connection.id)"])
        #expect(try demo.mode(of: demo.secretPath(connection)) == 0o600)
        #expect(try !demo.engine().hasUnfinishedConnection)
    }

    @Test("a refused claim leaves nothing behind")
    func refusedClaim() throws {
        let token = try SetupToken(demo.transport.setupToken)
        let other = try DemoVault()
        _ = try other.engine(over: demo.transport)
            .connect(token, as: .new(name: nil), policy: NetworkPolicy())
        #expect(throws: SimpleFINError.claimRefused) { try demo.connect() }
        #expect(try demo.vault.connections().isEmpty)
        #expect(try secretFiles().isEmpty)
        #expect(try !demo.engine().hasUnfinishedConnection)
    }

    @Test("a claimed access URL that never became a connection is finished without a token")
    func unfinished() throws {
        let first = try demo.connect()
        let other = try DemoVault()
        let claimed = other.folder.secretsPath + "/claimed"
        try FileManager.default.copyItem(atPath: demo.secretPath(first), toPath: claimed)
        try other.setMode(0o600, of: claimed)
        let engine = other.engine(over: demo.transport)
        #expect(try engine.hasUnfinishedConnection)
        let connection = try engine.finishConnection(
            as: .new(name: "Family"), policy: NetworkPolicy())
        #expect(connection.name == "Family")
        #expect(try !engine.hasUnfinishedConnection)
        #expect(try other.mode(of: other.secretPath(connection)) == 0o600)
        demo.transport.show(.ordinary, at: today.noon)
        let report = try engine.synchronise(connection, historyMonths: 1, progress: { _ in })
        #expect(report.outcome == .complete)
    }

    @Test("a token whose response was lost is not called stolen")
    func lostAnswer() throws {
        let transport = AnswerLosingTransport(transport: demo.transport)
        let engine = Engine(vault: demo.vault, moment: Moment(clock: today.noon)) {
            Client(transport: transport, policy: $0)
        }
        let token = try SetupToken(demo.transport.setupToken)
        #expect(throws: SimpleFINError.cannotConnect(.cutOff, host: "bridge.example")) {
            try engine.connect(token, as: .new(name: nil), policy: NetworkPolicy())
        }
        #expect(throws: EngineError.claimCutOff) { try demo.connect() }
        #expect(throws: SimpleFINError.claimRefused) { try demo.connect() }
    }

    @Test("there is room on the disk for the access URL before the token is claimed")
    func roomBeforeClaim() throws {
        let claimed = demo.folder.secretsPath + "/claimed"
        let sizes = Mutex<[Int?]>([])
        let watching = WatchedTransport(demo.transport) {
            do {
                let size = try FileManager.default.attributesOfItem(atPath: claimed)[.size]
                sizes.withLock { $0.append((size as? NSNumber)?.intValue) }
            } catch {
                Issue.record(error)
            }
        }
        let engine = Engine(vault: demo.vault, moment: Moment(clock: today.noon)) {
            Client(transport: watching, policy: $0)
        }
        _ = try engine.connect(
            SetupToken(demo.transport.setupToken), as: .new(name: nil), policy: NetworkPolicy())
        #expect(sizes.withLock { $0 } == [4096])
    }

    @Test("a token that was used up by a command which was cut off is not called stolen")
    func cutOffClaim() throws {
        let token = try SetupToken(demo.transport.setupToken)
        let other = try DemoVault()
        _ = try other.engine(over: demo.transport)
            .connect(token, as: .new(name: nil), policy: NetworkPolicy())
        let claimed = demo.folder.secretsPath + "/claimed"
        try demo.write(String(repeating: " ", count: 4096), to: "secrets/claimed")
        try demo.setMode(0o600, of: claimed)
        #expect(try !demo.engine().hasUnfinishedConnection)
        #expect(throws: EngineError.claimCutOff) { try demo.connect() }
        #expect(try secretFiles().isEmpty)
        #expect(throws: SimpleFINError.claimRefused) { try demo.connect() }
    }

    @Test(
        "an access URL of which only a part was written is none",
        arguments: ["", "   ", "https://demo:pass@bridge.exa      ", "\n"])
    func tornURL(text: String) throws {
        try demo.write(text, to: "secrets/claimed")
        #expect(try !demo.engine().hasUnfinishedConnection)
    }

    @Test("a connection that was begun before its command was ended is finished, not made twice")
    func begunConnection() throws {
        let first = try demo.connect()
        let other = try DemoVault()
        let claimed = other.folder.secretsPath + "/claimed"
        try FileManager.default.copyItem(atPath: demo.secretPath(first), toPath: claimed)
        let begun = try other.vault.addConnection(
            .simplefin, name: "Family", allowsPlainHTTP: false, createdAt: today.noon)
        let engine = other.engine(over: demo.transport)
        #expect(try !engine.hasConnection(named: "Family"))
        let connection = try engine.finishConnection(
            as: .new(name: "Ours"), policy: NetworkPolicy())
        #expect(connection.id == begun.id)
        #expect(connection.name == "Ours")
        #expect(try other.vault.connections() == [connection])
        #expect(try engine.hasConnection(named: "OURS"))
    }

    @Test("a connection that only lost its access URL is not taken for one just begun")
    func oldConnection() throws {
        let first = try demo.connect()
        try demo.sync(first, months: 1)
        let claimed = demo.folder.secretsPath + "/claimed"
        try FileManager.default.moveItem(atPath: demo.secretPath(first), toPath: claimed)
        let connection = try demo.engine().finishConnection(
            as: .new(name: "Ours"), policy: NetworkPolicy())
        #expect(try demo.vault.connections() == [first, connection])
    }

    @Test("two commands can't claim at once")
    func simultaneousClaims() throws {
        let (vault, transport) = (demo.vault, demo.transport)
        let token = try SetupToken(transport.setupToken)
        let second = Mutex<VaultError?>(nil)
        let watching = WatchedTransport(transport) {
            do {
                _ = try Engine(vault: vault, moment: Moment(clock: today.noon)) {
                    Client(transport: transport, policy: $0)
                }.connect(token, as: .new(name: "Other"), policy: NetworkPolicy())
            } catch let error as VaultError {
                second.withLock { $0 = error }
            } catch {
                Issue.record(error)
            }
        }
        let connection = try Engine(vault: vault, moment: Moment(clock: today.noon)) {
            Client(transport: watching, policy: $0)
        }.connect(token, as: .new(name: nil), policy: NetworkPolicy())
        let claimed = demo.folder.secretsPath + "/claimed"
        #expect(second.withLock { $0 } == .busy(path: claimed))
        #expect(try demo.vault.connections() == [connection])
    }

    @Test("a new token can take the place of a connection's old one, whose history stays")
    func replacement() throws {
        let connection = try demo.connect()
        try demo.sync(connection, months: 1)
        let before = try demo.vault.contents()
        let old = try String(contentsOfFile: demo.secretPath(connection), encoding: .utf8)
        let newBank = DemoTransport(.ordinary, seed: 6)
        let replaced = try demo.engine(over: newBank).connect(
            SetupToken(newBank.setupToken), as: .existing(connection), policy: NetworkPolicy())
        #expect(replaced == connection)
        #expect(try demo.vault.connections() == [connection])
        #expect(
            try String(contentsOfFile: demo.secretPath(connection), encoding: .utf8) != old)
        #expect(try demo.mode(of: demo.secretPath(connection)) == 0o600)
        #expect(try secretFiles() == ["connection-\(connection.id)"])
        newBank.show(.ordinary, at: today.noon)
        let report = try demo.engine(over: newBank)
            .synchronise(connection, historyMonths: 1, progress: { _ in })
        #expect(report.outcome == .complete)
        #expect(try demo.vault.contents() == before)
    }

    @Test("a connection is found by its name without case, and an unknown name tells the known")
    func named() throws {
        let connection = try demo.connect()
        #expect(try demo.engine().connection(named: "BRIDGE.example") == connection)
        #expect(throws: EngineError.noSuchConnection("other", known: ["bridge.example"])) {
            try demo.engine().connection(named: "other")
        }
    }

    @Test("there is nothing to finish where nothing was claimed")
    func nothingClaimed() {
        let path = demo.folder.secretsPath + "/claimed"
        #expect(throws: EngineError.secretMissing(connection: "Family", path: path)) {
            try demo.engine().finishConnection(as: .new(name: "Family"), policy: NetworkPolicy())
        }
    }

    @Test("an access URL that others can read is not used", arguments: [0o640, 0o604, 0o660])
    func readableSecret(mode: Int) throws {
        let connection = try demo.connect()
        let path = demo.secretPath(connection)
        try demo.setMode(mode, of: path)
        #expect(throws: EngineError.secretReadableByOthers(path: path)) {
            try demo.sync(connection)
        }
        #expect(try demo.vault.accounts().isEmpty)
    }

    @Test("a missing access URL is named by its connection and path")
    func missingSecret() throws {
        let connection = try demo.connect()
        let path = demo.secretPath(connection)
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: EngineError.secretMissing(connection: connection.name, path: path)) {
            try demo.sync(connection)
        }
    }

    @Test("a connection is renamed, but not to another one's name")
    func renaming() throws {
        let connection = try demo.connect()
        let other = try demo.vault.addConnection(
            .simplefin, name: "Other", allowsPlainHTTP: false, createdAt: 0)
        try demo.engine().rename(connection, to: "Bank")
        #expect(try demo.engine().connection(named: "BANK").id == connection.id)
        #expect(throws: EngineError.connectionNameTaken("bank")) {
            try demo.engine().rename(other, to: "bank")
        }
    }

    @Test("a connection that is taken away leaves its history, and no access URL")
    func removing() throws {
        let connection = try demo.connect()
        try demo.sync(connection, months: 1)
        let before = try demo.vault.everything().count
        try demo.engine().remove(connection)
        #expect(try demo.vault.connections().isEmpty)
        #expect(try secretFiles().isEmpty)
        #expect(try demo.vault.everything().count == before)
        #expect(throws: EngineError.self) { try demo.engine().connection(named: connection.name) }
    }

    @Test("a new token brings back a connection that was taken away, with its accounts")
    func comingBack() throws {
        let connection = try demo.connect()
        try demo.sync(connection, months: 1)
        let accounts = try demo.vault.accounts().map(\.id)
        try demo.engine().remove(connection)
        let again = DemoTransport(.ordinary, seed: 9)
        again.show(.ordinary, at: today.noon)
        let engine = demo.engine(over: again)
        let known = try engine.connection(named: connection.name, includingRemoved: true)
        let back = try engine.connect(
            SetupToken(again.setupToken), as: .existing(known), policy: NetworkPolicy())
        #expect(back.id == connection.id)
        #expect(try demo.vault.connections() == [back])
        let report = try engine.synchronise(back, historyMonths: 1, progress: { _ in })
        #expect(report.outcome == .complete)
        #expect(report.stored.newTransactions == 0)
        #expect(try demo.vault.accounts().map(\.id) == accounts)
    }
}
