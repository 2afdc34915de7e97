import BenchmarkData
import Foundation
import Vault

/// The rules of somebody who writes many: most are stored, ten are in a file.
enum PassRules {
    static let storedCount = 1_000
    static let luaCount = 10

    static func write(to vault: Vault, folder: VaultFolder) throws {
        for number in 0..<storedCount {
            _ = try vault.addStoredRule(
                """
                {
                    name = "Stored \(number)",
                    when = { description = contains "\(name(number))" },
                    set = { tags = { "stored-\(number % 20)" } },
                }
                """, summary: "rules add")
        }
        try Data(luaRules.utf8).write(
            to: URL(fileURLWithPath: folder.rulesPath + "/50-bench.lua"))
    }

    /// A name that no bank's text has, but for each fortieth.
    private static func name(_ number: Int) -> String {
        let known = ["MARKET", "COFFEE", "PHARMACY", "AIRLINES", "PIZZA", "HARDWARE", "POWER"]
        return number % 40 == 0
            ? known[number / 40 % known.count] : "Merchant \(number * 7919 % 100_003) Inc"
    }

    /// Seven tables and three functions.
    private static let luaRules =
        (0..<7).map { number in
            """
            rule {
                name = "Table \(number)",
                when = { description = any { contains "Shop \(number)", word "CAFE" },
                         amount = less(-\(number * 20)) },
                set = { tags = { "table-\(number)" } },
            }
            """
        }.joined(separator: "\n") + """

            rule {
                name = "Payment service",
                when = function(tx)
                    return tx.amount < 0 and tx.description:starts_with("SQ *")
                end,
                set = { tags = { "payment-service" } },
            }
            rule {
                name = "Large card purchase",
                when = function(tx) return tx.account_type == "credit" and tx.amount <= -400 end,
                set = { tags = { "large" } },
            }
            rule {
                name = "Weekend",
                when = function(tx) return tx.weekday == "sunday" and tx.amount < -50 end,
                set = { tags = { "weekend" } },
            }
            """
}
