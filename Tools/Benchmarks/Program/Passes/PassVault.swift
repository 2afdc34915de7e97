import DemoHousehold
import Engine
import Foundation
import Model
import Scripting
import SimpleFIN
import Vault

/// A vault of the demo household in a folder of its own, with rules.
final class PassVault {
    let folder: VaultFolder
    let vault: Vault
    private let today = CalendarDay(daysSinceEpoch: 20_400)
    /// - Parameters:
    ///   - transactions: how many to store, about.
    ///   - rules: the only rule file; nil for the rules of somebody who writes many.
    init(transactions: Int, rules: String? = nil) throws {
        let name = "ghostvault-bench-\(UUID().uuidString)"
        folder = VaultFolder(
            path: FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
        vault = try Vault.openOrCreate(folder)
        var body: [UInt8] = []
        AccountsAnswer(
            everythingOf: Household(today: today, months: 120, transactions: transactions),
            version: .second
        ).write {
            body.append(contentsOf: $0)
        }
        _ = try engine.importAnswer(Answer(body: body))
        if let rules {
            try Data(rules.utf8).write(
                to: URL(fileURLWithPath: folder.rulesPath + "/50-bench.lua"))
        } else {
            try PassRules.write(to: vault, folder: folder)
        }
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: folder.path)
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }

    var engine: Engine { engine(on: ScriptHost(worker: .itself)) }

    func engine(on host: ScriptHost) -> Engine {
        Engine(vault: vault, moment: Moment(clock: today.secondsSinceEpoch), scripts: host)
    }
}
