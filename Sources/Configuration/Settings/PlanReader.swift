public import Model

extension ConfigurationFiles {
    public static let planFile = "plan.toml"

    /// The incomes and expenses that the person plans, in the order of `plan.toml`, incomes
    /// first.
    public func plannedItems() throws(ConfigurationError) -> [PlannedItem] {
        let name = Self.planFile
        let file = try decode(PlanFile.self, from: name)
        var items: [PlannedItem] = []
        for (entries, sign) in [(file.income ?? [], Int64(1)), (file.expense ?? [], -1)] {
            for entry in entries {
                func mistake(_ message: String) -> ConfigurationError {
                    ConfigurationError(file: "config/\(name)", message)
                }
                guard !entry.name.allSatisfy(\.isWhitespace) else {
                    throw mistake("an item has an empty name")
                }
                guard !items.contains(where: { $0.name == entry.name }) else {
                    throw mistake("there are two items \"\(entry.name)\"")
                }
                if let end = entry.end?.day, end < entry.start.day {
                    throw mistake("\"\(entry.name)\" ends before it starts")
                }
                let amount = entry.amount.amount
                items.append(
                    PlannedItem(
                        name: entry.name,
                        amount: DecimalAmount(
                            coefficient: sign * amount.coefficient, decimals: amount.decimals),
                        period: entry.period?.period ?? .once, start: entry.start.day,
                        end: entry.end?.day, account: entry.account, category: entry.category))
            }
        }
        return items
    }
}

private struct PlanFile: Decodable {
    let income: [Entry]?
    let expense: [Entry]?

    struct Entry: Decodable {
        let name: String
        let amount: Amount
        let period: Period?
        let start: Day
        let end: Day?
        let account: String?
        let category: String?
    }

    /// An exact number, so a text.
    struct Amount: Decodable {
        let amount: DecimalAmount

        init(from decoder: any Decoder) throws {
            amount = try read(from: decoder, "an amount above 0, such as \"12.50\"") { text in
                do throws(AmountError) {
                    let amount = try DecimalAmount(exactly: text)
                    return amount.coefficient > 0 ? amount : nil
                } catch {
                    return nil
                }
            }
        }
    }

    struct Day: Decodable {
        let day: CalendarDay

        init(from decoder: any Decoder) throws {
            day = try read(from: decoder, "a day such as \"2026-12-24\"") { CalendarDay($0) }
        }
    }

    struct Period: Decodable {
        let period: PlannedItem.Period

        init(from decoder: any Decoder) throws {
            let known = PlannedItem.Period.allCases.map(\.rawValue).joined(separator: ", ")
            period = try read(from: decoder, "one of \(known)") { PlannedItem.Period(rawValue: $0) }
        }
    }
}

/// A text with a meaning.
///
/// - Throws: a `FormMistake` with the wanted form if it has none, or is no text.
private func read<Value>(
    from decoder: any Decoder, _ wanted: String, _ value: (String) -> Value?
) throws -> Value {
    guard let found = value(try decoder.singleValueContainer().decode(String.self)) else {
        throw FormMistake(path: decoder.codingPath, kind: .wrong(wanted))
    }
    return found
}
