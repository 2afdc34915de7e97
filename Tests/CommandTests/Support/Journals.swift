import Foundation
import TestSupport

/// The journals of a scenario's vault, as the programs that read them have them.
struct Journals {
    static let areReadable = TestProgram.areExpected("hledger", "ledger", "bean-check")

    private let scenario: Scenario

    /// Exports everything for each program, and lets it check the file.
    ///
    /// - Throws: ``Unlike`` if a program has something to say.
    init(of scenario: Scenario, arguments: String = "--all") async throws {
        self.scenario = scenario
        let finished = try await scenario.run(
            """
            for form in hledger ledger beancount; do
                ghostvault export $form \(arguments) --output money.$form || exit
                ghostvault export $form \(arguments) | cmp - money.$form || exit
            done
            hledger -f money.hledger check --strict 2>&1
            ledger -f money.ledger --pedantic balance 2>&1 >/dev/null
            bean-check money.beancount 2>&1
            """)
        guard finished.output.isEmpty, finished.errors.isEmpty, finished.exitCode == 0 else {
            throw Unlike(words: finished.output + finished.errors)
        }
    }

    struct Unlike: Error {
        let words: String
    }

    /// An account's balance by the vault's number of it, in each program.
    func balancesByAccount() async throws -> [String: [String: String]] {
        var all: [String: [String: String]] = [:]
        for form in ["hledger", "ledger", "beancount"] {
            let numbers = try numbers(in: form)
            for (name, _, balance) in try await balances(form) {
                if let number = numbers[name] { all[form, default: [:]][number] = balance }
            }
        }
        return all
    }

    /// The sums of the accounts whose names begin so, by currency, without zero.
    func sums(_ form: String, within roots: String...) async throws -> [String: Decimal] {
        var sums: [String: Decimal] = [:]
        for (name, currency, balance) in try await balances(form)
        where roots.contains(where: { name.lowercased().hasPrefix($0) }) {
            guard let amount = Decimal(string: balance) else { throw Unlike(words: balance) }
            sums[currency, default: 0] += amount
        }
        return sums.filter { $0.value != 0 }
    }

    private func balances(
        _ form: String
    ) async throws -> [(name: String, currency: String, balance: String)] {
        let command =
            switch form {
            case "hledger":
                "hledger -f money.hledger bal --flat -N -E -O csv --layout bare | tail -n +2"
            case "ledger":
                "ledger -f money.ledger csv --csv-format "
                    + "'%(account)\\t%(commodity)\\t%(quantity(amount))\\n'"
            default:
                "bean-query -f csv money.beancount 'select account, currency, sum(number) "
                    + "group by account, currency' | tail -n +2"
            }
        let finished = try await scenario.run(command)
        guard form == "ledger" else {
            let rows = DelimitedRows.rows(of: finished.output).filter { $0.count == 3 }
            return rows.map { row in
                let row = row.map { $0.trimmingCharacters(in: .whitespaces) }
                return (row[0], row[1], row[2])
            }
        }
        // Ledger's balances come as trees, so its postings are added.
        var sums: [[String]: Decimal] = [:]
        for line in finished.output.split(separator: "\n") {
            let row = line.split(separator: "\t").map(String.init)
            guard row.count == 3 else { throw Unlike(words: String(line)) }
            guard let amount = Decimal(string: row[2]) else { throw Unlike(words: row[2]) }
            sums[[row[0], row[1]], default: 0] += amount
        }
        return sums.map { ($0.key[0], $0.key[1], "\($0.value)") }
    }

    /// The vault's number of each account that is declared with one.
    private func numbers(in form: String) throws -> [String: String] {
        let text = try String(
            contentsOfFile: "\(scenario.folder)/money.\(form)", encoding: .utf8)
        var numbers: [String: String] = [:]
        var name = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("account ") {
                name = String(line.dropFirst("account ".count))
            } else if let open = line.firstMatch(of: /^\d{4}-\d\d-\d\d open (\S+)/) {
                name = String(open.1)
            } else if let id = line.wholeMatch(of: /\s+(?:; |note )?id: "?(\d+)"?/), !name.isEmpty {
                numbers[name] = String(id.1)
                name = ""
            } else if !line.hasPrefix(" ") {
                name = ""
            }
        }
        return numbers
    }

    /// What hledger read of each transaction, by its number.
    func rows() async throws -> [String: Row] {
        let finished = try await scenario.run("hledger -f money.hledger print -O csv")
        var rows: [String: Row] = [:]
        let numbers = try numbers(in: "hledger")
        for row in DelimitedRows.rows(of: finished.output).dropFirst() where row.count == 14 {
            // A second side has its own number and day.
            let own = row[13].firstMatch(of: /(?:^|[\n ])id: ?(\d+)/).map { String($0.1) }
            let day = row[13].firstMatch(of: /date:(\d{4}-\d\d-\d\d)/).map { String($0.1) }
            guard let number = own ?? (row[4].isEmpty ? nil : row[4]), rows[number] == nil
            else { continue }
            rows[number] = Row(
                day: day ?? row[1], isPending: row[3] == "!",
                description: own == nil ? row[5] : nil,
                account: numbers[row[7]], amount: row[8])
        }
        return rows
    }

    struct Row {
        let day: String
        let isPending: Bool
        /// Nil for a transfer's second side, which shares its entry.
        let description: String?
        /// The vault's number of the account; nil for another one.
        let account: String?
        let amount: String
    }
}

/// A reader of comma-separated values.
enum DelimitedRows {
    static func rows(of text: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell = ""
        var isQuoted = false
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            switch scalar {
            case "\"" where isQuoted && next == "\"":
                cell.unicodeScalars.append(scalar)
                next = scalars.next()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                row.append(cell)
                cell = ""
            case "\n" where !isQuoted:
                rows.append(row + [cell])
                (row, cell) = ([], "")
            default: cell.unicodeScalars.append(scalar)
            }
        }
        return rows
    }
}
