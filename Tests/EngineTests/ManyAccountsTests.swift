import Engine
import Foundation
import Model
import SimpleFIN
import TestSupport
import Testing
import Vault

@Suite("Very many accounts")
struct ManyAccountsTests {
    private func answer(accounts: Int) throws -> Answer {
        let day = today.noon
        let entries = (0..<accounts).map {
            """
            {"org": {"domain": "bank\($0 % 7).example", "sfin-url": "https://bridge.example"},
             "id": "A\($0)", "name": "Everyday Account \(1000 + $0)", "currency": "USD",
             "balance": "10.00", "balance-date": \(day), "transactions": [
             {"id": "T\($0)", "posted": \(day - 86_400), "amount": "-\($0 + 1).00",
              "description": "CORNER SHOP \($0)"}]}
            """
        }
        let body = "{\"errors\": [], \"accounts\": [\(entries.joined(separator: ","))]}"
        return try Answer(body: Array(body.utf8))
    }

    /// The time to import accounts into a new vault and to classify them, with rules that were
    /// read before.
    private func time(of accounts: Int) throws -> Double {
        let demo = try DemoVault()
        let cache = RulebookCache()
        _ = try demo.engine().classify(dryRun: false, cache: cache)
        let answer = try answer(accounts: accounts)
        let used = try ProcessorTime.used {
            let report = try demo.engine().importAnswer(answer)
            #expect(report.stored.newTransactions == accounts)
            _ = try demo.engine().importAnswer(answer)
            let pass = try demo.engine().classify(dryRun: false, cache: cache)
            #expect(pass.considered == accounts)
        }
        return used
    }

    @Test("are imported and classified in a time that grows as their number does")
    func ratio() throws {
        _ = try time(of: 20)
        let (few, many) = (try time(of: 200), try time(of: 1_600))
        // Eight times as many; a time that grows with the square would be 64 times as long.
        #expect(many / few < 16, "\(few) s and \(many) s")
    }

    private static let shop = """
        "id": "A", "name": "Checking", "currency": "USD", "balance": "1.00", "balance-date": 1
        """

    private func timeToImport(_ body: String, rows: Int) throws -> Double {
        let demo = try DemoVault()
        let cache = RulebookCache()
        _ = try demo.engine().classify(dryRun: false, cache: cache)
        let answer = try Answer(body: Array(body.utf8))
        return try ProcessorTime.used {
            #expect(try demo.engine().importAnswer(answer).stored.newTransactions == rows)
            _ = try demo.engine().classify(dryRun: false, cache: cache)
        }
    }

    private func time(ofConnections count: Int) throws -> Double {
        let banks = (0..<count).map { #"{"conn_id":"C\#($0)","name":"Bank \#($0)"}"# }
        return try timeToImport(
            """
            {"errlist": [], "connections": [\(banks.joined(separator: ","))], "accounts": [
            {"conn_id": "C\(count - 1)", \(Self.shop), "transactions": [
            {"id": "T", "posted": \(today.noon), "amount": "-1.00", "description": "SHOP"}]}]}
            """, rows: 1)
    }

    private func time(ofTextsOf bytes: Int) throws -> Double {
        let rows = (0..<20).map {
            """
            {"id": "T\($0)", "posted": \(today.noon), "amount": "-1.00",
             "description": "SHOP \($0) \(String(repeating: "x ", count: bytes / 2))"}
            """
        }
        return try timeToImport(
            """
            {"errlist": [], "connections": [{"conn_id": "C", "name": "Bank"}], "accounts": [
            {"conn_id": "C", \(Self.shop), "transactions": [\(rows.joined(separator: ","))]}]}
            """, rows: 20)
    }

    @Test("and very many banks without accounts are read in a time that grows as their number does")
    func banks() throws {
        _ = try time(ofConnections: 1_000)
        let (few, many) = (try time(ofConnections: 10_000), try time(ofConnections: 80_000))
        #expect(many / few < 16, "\(few) s and \(many) s")
    }

    @Test("and very long texts are read in a time that grows as their length does")
    func texts() throws {
        _ = try time(ofTextsOf: 1_000)
        let (short, long) = (try time(ofTextsOf: 30_000), try time(ofTextsOf: 240_000))
        #expect(long / short < 16, "\(short) s and \(long) s")
    }
}
