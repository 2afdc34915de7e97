import DemoHousehold
import Engine
import Foundation
import Platform
import Scripting
import SimpleFIN
import TestKeyring
import TestSupport
import Testing
import Vault

@Suite(
    "Where access URLs are kept",
    .enabled(
        if: TestKeyring.isExpected, "gnome-keyring, secret-tool or dbus-daemon is not installed"))
struct SecretPlaceTests {
    private let keyring: TestKeyring
    private let demo: DemoVault
    private let keepers: SecretKeepers
    private let connection: Connection
    private let accessURL: String

    init() throws {
        keyring = try TestKeyring()
        try keyring.startService(password: "test")
        keepers = SecretKeepers(environment: keyring.environment)
        demo = try DemoVault()
        connection = try demo.connect()
        accessURL = try demo.accessURL(connection)
        demo.transport.show(.ordinary, at: today.noon)
    }

    private static let noService = SecretKeeperError(
        .service,
        .refused("The name org.freedesktop.secrets was not provided by any .service files"))

    private var engine: Engine { demo.engine(keepers: keepers) }

    private func synchronise(_ engine: Engine) throws -> SyncReport {
        try engine.synchronise(connection, historyMonths: 1, progress: { _ in })
    }

    /// Every file's bytes in the vault's folder of secrets.
    private func secretBytes() throws -> Data {
        try FileManager.default.contentsOfDirectory(atPath: demo.folder.secretsPath)
            .reduce(into: Data()) { bytes, name in
                bytes += try Data(
                    contentsOf: URL(fileURLWithPath: demo.folder.secretsPath + "/" + name))
            }
    }

    /// Makes the connection's file refer to what the service had.
    private func putBack(_ reference: String) throws {
        let path = demo.secretPath(connection)
        try Data(reference.utf8).write(to: URL(fileURLWithPath: path))
        try demo.setMode(0o600, of: path)
    }

    @Test("one that the service keeps goes when the vault is erased")
    func erased() throws {
        try engine.moveSecret(of: connection, to: .service)
        let text = String(decoding: try secretBytes(), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("name: ") })
        let name = SecretName(identifier: String(line.dropFirst("name: ".count)))
        #expect(try keepers.secret(named: name, with: .service) == accessURL)
        let copy = try ScratchFolder()
        let folder = VaultFolder(path: copy.path + "/vault")
        try FileManager.default.copyItem(atPath: demo.folder.path, toPath: folder.path)
        let copied = Engine(
            vault: try Vault.open(folder), moment: Moment(clock: today.noon),
            secretKeepers: keepers, scripts: .inThisProcess)
        let erasure = try VaultErasure(of: folder, copied, secretKeepers: keepers)
        #expect(erasure.secrets == 1)
        #expect(erasure.bridges.count == 1)
        #expect(try erasure.run() == [])
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        #expect(throws: SecretKeeperError(.service, .noSuchSecret)) {
            try keepers.secret(named: name, with: .service)
        }
    }

    @Test("one that the service keeps is in no file, and syncs")
    func inService() throws {
        let kept = try engine.moveSecret(of: connection, to: .service)
        #expect(kept.place == .service)
        #expect(try engine.secretPlace(of: connection) == .service)
        #expect(try secretBytes().range(of: Data(accessURL.utf8)) == nil)
        #expect(try demo.mode(of: demo.secretPath(connection)) == 0o600)
        #expect(try synchronise(engine).outcome == .complete)
    }

    @Test("its old bytes are overwritten on the disk")
    func overwritten() throws {
        let old = try FileHandle(
            forReadingFrom: URL(fileURLWithPath: demo.secretPath(connection)))
        try engine.moveSecret(of: connection, to: .service)
        #expect(try old.readToEnd()?.allSatisfy { $0 == 0 } == true)
    }

    @Test("another link to its file stays as it is")
    func linked() throws {
        let copy = demo.folder.path + "/copy"
        try FileManager.default.linkItem(atPath: demo.secretPath(connection), toPath: copy)
        try engine.moveSecret(of: connection, to: .service)
        #expect(try String(contentsOfFile: copy, encoding: .utf8).hasPrefix(accessURL))
    }

    @Test("a secret moves back from the service into its file")
    func backToFile() throws {
        try engine.moveSecret(of: connection, to: .service)
        let reference = try String(contentsOfFile: demo.secretPath(connection), encoding: .utf8)
        try engine.moveSecret(of: connection, to: .file)
        #expect(try demo.accessURL(connection) == accessURL)
        #expect(try demo.mode(of: demo.secretPath(connection)) == 0o600)
        #expect(try engine.secretPlace(of: connection) == .file)
        // What referred to it finds nothing any more.
        try putBack(reference)
        #expect(
            throws: EngineError.secretNotGiven(
                connection: connection.name, SecretKeeperError(.service, .noSuchSecret))
        ) { try synchronise(engine) }
    }

    @Test("moving one to where it is changes nothing", arguments: [SecretPlace.service, .file])
    func twice(place: SecretPlace) throws {
        try engine.moveSecret(of: connection, to: place)
        let before = try secretBytes()
        try engine.moveSecret(of: connection, to: place)
        #expect(try secretBytes() == before)
    }

    @Test("listing connections asks nothing of the service")
    func listing() throws {
        try engine.moveSecret(of: connection, to: .service)
        keyring.stopService()
        #expect(engine.host(of: connection) == "bridge.example")
        #expect(try engine.connections(toHost: "bridge.example") == [connection])
        #expect(try engine.secretPlace(of: connection) == .service)
    }

    @Test("one stays in its file where the service does not take it")
    func notTaken() throws {
        keyring.stopService()
        #expect(
            throws: EngineError.secretNotTaken(connection: connection.name, Self.noService)
        ) {
            try engine.moveSecret(of: connection, to: .service)
        }
        #expect(try demo.accessURL(connection) == accessURL)
        #expect(try synchronise(engine).outcome == .complete)
    }

    @Test("a new one goes to the service unless the person wants a file or there is no service")
    func chosen() throws {
        let wanted = try engine.keepSecret(of: connection, in: .file)
        #expect((wanted.place, wanted.refusal) == (.file, nil))
        let withoutDesktop = try demo.engine().keepSecret(of: connection, in: nil)
        #expect(
            (withoutDesktop.place, withoutDesktop.refusal) == (
                .file, SecretKeeperError(.service, .noDesktop)
            ))
        #expect(try demo.accessURL(connection) == accessURL)
        let automatic = try engine.keepSecret(of: connection, in: nil)
        #expect((automatic.place, automatic.refusal) == (.service, nil))
    }

    @Test("a copied vault reports that its secret is missing")
    func copied() throws {
        try engine.moveSecret(of: connection, to: .service)
        let elsewhere = try TestKeyring()
        try elsewhere.startService(password: "other")
        let there = demo.engine(keepers: SecretKeepers(environment: elsewhere.environment))
        #expect(
            throws: EngineError.secretNotGiven(
                connection: connection.name, SecretKeeperError(.service, .noSuchSecret))
        ) { try synchronise(there) }
        #expect(
            throws: EngineError.secretNotGiven(
                connection: connection.name, SecretKeeperError(.service, .noDesktop))
        ) {
            try synchronise(demo.engine())
        }
        #expect(try synchronise(engine).outcome == .complete)
    }

    @Test("a new token's URL takes the place of one that the service keeps")
    func replaced() throws {
        try engine.moveSecret(of: connection, to: .service)
        let reference = try String(contentsOfFile: demo.secretPath(connection), encoding: .utf8)
        let newBank = DemoTransport(.ordinary, seed: 6)
        newBank.show(.ordinary, at: today.noon)
        let renewed = demo.engine(over: newBank, keepers: keepers)
        _ = try renewed.connect(
            SetupToken(newBank.setupToken), as: .existing(connection), policy: NetworkPolicy())
        try renewed.moveSecret(of: connection, to: .service)
        #expect(try synchronise(renewed).outcome == .complete)
        // The service has the old one no more.
        try putBack(reference)
        #expect(
            throws: EngineError.secretNotGiven(
                connection: connection.name, SecretKeeperError(.service, .noSuchSecret))
        ) { try synchronise(renewed) }
    }

    @Test("a connection that is taken away takes its URL out of the service")
    func removed() throws {
        try engine.moveSecret(of: connection, to: .service)
        let reference = try String(contentsOfFile: demo.secretPath(connection), encoding: .utf8)
        try engine.remove(connection)
        #expect(try secretBytes().isEmpty)
        try putBack(reference)
        #expect(
            throws: EngineError.secretNotGiven(
                connection: connection.name, SecretKeeperError(.service, .noSuchSecret))
        ) { try synchronise(engine) }
    }

    @Test("a connection is removed even if its secret can't be deleted, with a warning")
    func removedWithoutService() throws {
        try engine.moveSecret(of: connection, to: .service)
        keyring.stopService()
        #expect(
            throws: EngineError.secretCopyStays(connection: connection.name, Self.noService)
        ) {
            try engine.remove(connection)
        }
        #expect(try demo.vault.connections().isEmpty)
        #expect(try secretBytes().isEmpty)
    }

    @Test("a service can be tried before a token is used up")
    func tried() throws {
        try engine.trySecretKeeper(.service)
        keyring.stopService()
        #expect(throws: EngineError.secretKeeperUnusable(Self.noService)) {
            try engine.trySecretKeeper(.service)
        }
        #expect(throws: EngineError.secretKeeperUnusable(SecretKeeperError(.service, .noDesktop))) {
            try demo.engine().trySecretKeeper(.service)
        }
    }

    @Test("what is kept so far tells where its successor goes")
    func successor() throws {
        #expect(engine.secretPlace(replacedIn: .new(name: nil)) == nil)
        #expect(engine.secretPlace(replacedIn: .existing(connection)) == .file)
        try engine.moveSecret(of: connection, to: .service)
        #expect(engine.secretPlace(replacedIn: .existing(connection)) == .service)
        try demo.setMode(0o644, of: demo.secretPath(connection))
        #expect(engine.secretPlace(replacedIn: .existing(connection)) == nil)
    }

    @Test("a reference that others can read is not used")
    func readableReference() throws {
        try engine.moveSecret(of: connection, to: .service)
        let path = demo.secretPath(connection)
        try demo.setMode(0o644, of: path)
        #expect(throws: EngineError.secretReadableByOthers(path: path)) {
            try synchronise(engine)
        }
    }
}
