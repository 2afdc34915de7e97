import DemoHousehold
import Engine
import Foundation
import SimpleFIN
import Testing
import Vault

@Suite("Secrets")
struct SecrecyTests {
    private let demo: DemoVault
    private let connection: Connection
    /// The setup token, the claim address's last part, the access URL, its
    /// password, and what of both is sent to the bridge.
    private let secrets: [String]

    init() throws {
        demo = try DemoVault()
        connection = try demo.connect()
        let access = try demo.accessURL(connection)
        let components = try #require(URLComponents(string: access))
        let password = try #require(components.password)
        let pair = Data("\(try #require(components.user)):\(password)".utf8).base64EncodedString()
        let token = demo.transport.setupToken
        let claimData = try #require(Data(base64Encoded: token))
        let claim = String(decoding: claimData, as: UTF8.self)
        let claimToken = try #require(claim.split(separator: "/").last)
        secrets = [token, String(claimToken), access, password, pair]
        try #require(secrets.allSatisfy { $0.count >= 8 })
    }

    private func expectNoSecret(in text: String) {
        for secret in secrets { #expect(!text.contains(secret)) }
    }

    @Test("stand in no file but the connection's own")
    func files() throws {
        try demo.sync(connection)
        _ = try demo.engine().classify(dryRun: false)
        let files = try FileManager.default.subpathsOfDirectory(atPath: demo.folder.path)
        #expect(files.contains("vault.sqlite-wal"))
        for file in files where file != "secrets/connection-\(connection.id)" {
            let path = demo.folder.path + "/" + file
            guard try demo.isFile(path) else { continue }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)") }
        }
    }

    @Test("stand in no report of a sync that failed", arguments: BridgeFault.allCases)
    func reports(fault: BridgeFault) throws {
        demo.transport.fail([fault])
        let report = try demo.sync(connection, Household(today: today, months: 1), months: 1)
        var dumped = ""
        dump(report, to: &dumped)
        expectNoSecret(in: dumped)
        expectNoSecret(in: String(reflecting: report))
        expectNoSecret(in: "\(report)")
    }

    @Test("stand in no error about a damaged access URL")
    func damagedSecret() throws {
        let access = try demo.accessURL(connection)
        for damaged in [access + " x", "http" + access.dropFirst(5), String(access.dropFirst(8))] {
            try Data(damaged.utf8).write(to: URL(fileURLWithPath: demo.secretPath(connection)))
            try demo.setMode(0o600, of: demo.secretPath(connection))
            do {
                try demo.sync(connection)
                Issue.record("a damaged access URL was used")
            } catch {
                var dumped = ""
                dump(error, to: &dumped)
                expectNoSecret(in: dumped + String(reflecting: error))
            }
        }
    }

    @Test("stand in no error about a token that was used before")
    func usedToken() {
        do {
            _ = try demo.connect()
            Issue.record("the token was claimed twice")
        } catch {
            expectNoSecret(in: String(reflecting: error))
        }
    }
}
