import ArgumentParser
import Engine
import Foundation
import Model
import Terminal
import Vault

/// Answers a shell that completes a command line. The scripts of ``CompletionsCommand`` run it at
/// each press of Tab.
struct CompleteCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "List the words that may come next.",
        shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough, help: "The words of the command line so far.")
    var words: [String] = []

    func run(on screen: Screen) throws {
        let words = words.first == "--" ? Array(words.dropFirst()) : words
        let completion = try CommandLineCompletion(words)
        var candidates: [CommandLineCompletion.Candidate] = []
        for place in completion.places {
            if case .names(let names) = place {
                candidates += knownNames(names, vault: completion.vault)
            } else {
                candidates += try CommandLineCompletion.candidates(at: place)
            }
        }
        let beginning = completion.beginning.lowercased()
        for candidate in candidates where candidate.word.lowercased().hasPrefix(beginning) {
            let word = SafeText.neutralised(candidate.word)
            guard word == candidate.word else { continue }
            try screen.print(
                candidate.note.isEmpty ? word : "\(word)\t\(SafeText.neutralised(candidate.note))")
        }
    }

    private func knownNames(
        _ names: CommandLineCompletion.Names, vault: String?
    ) -> [CommandLineCompletion.Candidate] {
        do {
            let options = try VaultOptions.parse(vault.map { ["--vault", $0] } ?? [])
            return try KnownNames(options: options).candidates(names)
        } catch {
            // Without a vault there are no names. A message would garble the line being written.
            return []
        }
    }
}

/// The names in a vault that complete a command line.
private struct KnownNames {
    typealias Candidate = CommandLineCompletion.Candidate

    let options: VaultOptions

    func candidates(_ names: CommandLineCompletion.Names) throws -> [Candidate] {
        if names == .months { return try months() }
        if names == .documents { return ShippedDocument.all.map { Candidate($0.name, $0.title) } }
        let engine = try options.engine()
        let vault = engine.vault
        switch names {
        case .accounts:
            return try vault.accounts().map { Candidate($0.name, $0.institution) }
        case .banks:
            return Set(try vault.accounts().map(\.institution)).sorted().map { Candidate($0) }
        case .categories:
            return try engine.categories().categories.map { Candidate($0.id, $0.name) }
        case .connections: return try vault.connections().map { Candidate($0.name) }
        case .payees: return try vault.displayedPayees().map { Candidate($0) }
        case .planned:
            return try engine.writtenPlan().names.map { Candidate($0.name, $0.kind.rawValue) }
        case .plugins: return plugins(in: vault).map { Candidate($0) }
        case .rules:
            return try vault.ruleTallies().values.sorted { $0.hits > $1.hits }
                .map { Candidate($0.rule) }
        case .series: return try vault.series().map { Candidate($0.name, $0.frequency.rawValue) }
        case .tags: return try vault.tagNames().map { Candidate($0) }
        case .transactions: return try newest(vault)
        case .months, .documents: return []
        }
    }

    private func months() throws -> [Candidate] {
        var month = try options.moment().today.month
        return (0..<Self.mostMonths).map { _ in
            defer { month = month.previous }
            return Candidate("\(month)")
        }
    }

    /// By their folders: reading what plugins say of themselves takes too long for a key press.
    private func plugins(in vault: Vault) -> [String] {
        let shipped = ShippedFiles.all.map(\.path).filter { $0.hasPrefix("Plugins/") }
            .map { String($0.split(separator: "/")[1]) }
        let folder = URL(fileURLWithPath: vault.folder.path + "/Plugins")
        do {
            let own = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return Set(shipped + own.filter { !$0.hasPrefix(".") }).sorted()
        } catch {
            // There is no such folder before the first plugin.
            return Set(shipped).sorted()
        }
    }

    private func newest(_ vault: Vault) throws -> [Candidate] {
        var query = TransactionQuery()
        query.limit = Self.mostTransactions
        return try vault.transactions(query).map { transaction in
            let payee = transaction.verdict?.payee?.value ?? transaction.bankPayee
            return Candidate(
                "\(transaction.id)", "\(transaction.day)  \(payee)  \(transaction.amount.text)")
        }
    }

    private static let mostMonths = 24
    private static let mostTransactions = 30
}
