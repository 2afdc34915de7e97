import Engine
import Model
import Terminal
import Vault

struct BackupView {
    let screen: Screen

    func show(_ plan: RestorePlan, madeAt: Int64, _ folder: VaultFolder) throws {
        try screen.print(
            "The backup of \(LocalTime.text(madeAt)) holds \(Self.words(plan.backup)).")
        guard plan.replacesVault else {
            return try screen.print(
                SafeText.neutralised("It becomes a new vault in \(folder.path)."))
        }
        guard let present = plan.present else {
            return try screen.print(
                SafeText.neutralised("The database in \(folder.path) can't be read."), .warning)
        }
        try screen.print(
            SafeText.neutralised("The vault in \(folder.path) holds \(Self.words(present))."))
        let lost = [
            plan.lostTransactions > 0 ? Count.text(plan.lostTransactions, "transaction") : nil,
            plan.lostDecisions > 0 ? Count.text(plan.lostDecisions, "decision") : nil,
        ].compactMap(\.self)
        if !lost.isEmpty {
            try screen.print(
                "Not in the backup, and lost: \(lost.joined(separator: " and ")).", .warning)
        }
        for (files, word) in [(plan.changedFiles, "Replaced"), (plan.removedFiles, "Removed")]
        where !files.isEmpty {
            try screen.print(
                SafeText.neutralised("\(word): \(files.joined(separator: ", "))."))
        }
    }

    static func words(_ summary: BackupSummary) -> String {
        var parts = [
            Count.text(summary.transactions, "transaction")
                + (summary.days.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? "")
        ]
        if summary.transactions > 0 {
            parts.append(
                summary.unclassified == 0
                    ? "all classified" : "\(summary.unclassified) not classified yet")
        }
        parts.append(Count.text(summary.decisions, "decision"))
        let files = [
            (summary.storedRules, "stored rule"), (summary.ruleFiles, "rule file"),
            (summary.plugins, "plugin"), (summary.handlerFiles, "handler file"),
            (summary.configurationFiles, "configuration file"), (summary.secrets, "secret"),
        ]
        for (count, word) in files where count > 0 { parts.append(Count.text(count, word)) }
        return parts.joined(separator: ", ")
    }

    static func words(_ fuller: Backup.FullerCopy) -> String {
        let more =
            if fuller.moreTransactions > 0 {
                Count.text(fuller.moreTransactions, "more transaction")
            } else if fuller.moreDecisions > 0 {
                Count.text(fuller.moreDecisions, "more decision")
            } else {
                "more accounts"
            }
        return SafeText.neutralised(
            "\(fuller.path) has \(more) than the vault has now, so it is kept. Delete it if that "
                + "is intended.")
    }
}
