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
}
