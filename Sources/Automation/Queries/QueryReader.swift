internal import Classification
internal import Model
internal import Scripting

/// A reader of what a handler asks.
struct QueryReader {
    let categories: CategoryTree

    private enum Part: String {
        case period, category, limit
    }

    /// How many transactions a query returns without a `limit`, and at most.
    static let usualTransactions = 20
    static let mostTransactions = 100

    func query(_ word: QueryWord, _ value: ScriptValue) throws(QueryMistake) -> HandlerQuery {
        switch word {
        case .balance:
            guard case .string(let name) = value, !name.isEmpty else {
                throw QueryMistake("write balance(\"Checking\"), with the name of an account")
            }
            return .balance(account: name)
        case .spent: return .spent(try filter(word, value).filter)
        case .income: return .income(try filter(word, value).filter)
        case .count: return .count(try filter(word, value).filter)
        case .transactions:
            let (filter, limit) = try filter(word, value)
            return .transactions(filter, limit: limit ?? Self.usualTransactions)
        }
    }

    private func filter(
        _ word: QueryWord, _ value: ScriptValue
    ) throws(QueryMistake) -> (filter: QueryFilter, limit: Int?) {
        guard case .table(let table) = value else {
            throw QueryMistake(
                "write \(word.rawValue) { category = \"dining\", period = \"this month\" }")
        }
        let own = [Part.period.rawValue] + (word == .transactions ? [Part.limit.rawValue] : [])
        let known = own + ConditionSearch.fields
        for name in table.fields.keys.sorted() where !known.contains(name) {
            throw QueryMistake(
                "\"\(word.rawValue)\" has no field \"\(name.prefix(64))\""
                    + Suggestion.phrase(for: name, among: known))
        }
        var rest = table.fields
        for part in own { rest[part] = nil }
        let ids = try categoryIDs(table.fields[Part.category.rawValue])
        if ids != nil { rest[Part.category.rawValue] = nil }
        let filter = QueryFilter(
            period: try period(table.fields[Part.period.rawValue]), categories: ids ?? [],
            condition: try condition(ScriptTable(array: table.array, fields: rest)))
        return (filter, try limit(table.fields[Part.limit.rawValue]))
    }

    private func period(_ value: ScriptValue?) throws(QueryMistake) -> PeriodWords? {
        guard let value else { return nil }
        guard case .string(let text) = value, let period = PeriodWords(text) else {
            throw QueryMistake("\"period\" must be such as \(PeriodWords.accepted)")
        }
        return period
    }

    private func limit(_ value: ScriptValue?) throws(QueryMistake) -> Int? {
        guard let value else { return nil }
        guard case .integer(let limit) = value, (1...Int64(Self.mostTransactions)).contains(limit)
        else {
            throw QueryMistake(
                "\"limit\" must be a whole number from 1 to \(Self.mostTransactions)")
        }
        return Int(limit)
    }

    /// The ids of a category or several, with those below them; nil for another test.
    private func categoryIDs(_ value: ScriptValue?) throws(QueryMistake) -> [String]? {
        let written: [ScriptValue]
        switch value {
        case .string?: written = [value ?? .nil]
        case .table(let list)? where list.fields.isEmpty && !list.array.isEmpty:
            written = list.array
        default: return nil
        }
        var ids: [String] = []
        for value in written {
            guard case .string(let name) = value else { return nil }
            do throws(CategoryMistake) {
                ids += categories.ids(within: try categories.id(writtenAs: name))
            } catch {
                throw QueryMistake(error.message)
            }
        }
        return Set(ids).sorted()
    }

    private func condition(_ table: ScriptTable) throws(QueryMistake) -> ConditionSearch? {
        guard !table.array.isEmpty || !table.fields.isEmpty else { return nil }
        do throws(ConditionMistakes) {
            return try ConditionSearch(.table(table), categories: categories)
        } catch {
            throw QueryMistake(error.mistakes.joined(separator: "; "))
        }
    }
}

/// The queries of one run of a handler, which are limited.
final class HandlerQueries {
    private let reader: QueryReader
    private let vault: any VaultAnswering
    private let day: CalendarDay
    private var asked = 0

    /// The largest number of queries per event. Each may read the whole vault.
    static let most = 20

    init(_ reader: QueryReader, _ vault: any VaultAnswering, asOf day: CalendarDay) {
        self.reader = reader
        self.vault = vault
        self.day = day
    }

    func answer(_ word: String, _ value: ScriptValue) -> ScriptQueryAnswer {
        guard let word = QueryWord(rawValue: word) else {
            return .problem("there is no query \"\(word)\"")
        }
        asked += 1
        guard asked <= Self.most else {
            return .problem("a handler asks at most \(Self.most) queries for an event")
        }
        do throws(QueryMistake) {
            let query = try reader.query(word, value)
            return .values(try vault.answer(query, asOf: day).values(of: word))
        } catch {
            return .problem(error.message)
        }
    }
}
