internal import Classification
internal import Scripting
public import Statements

extension ConfigurationFiles {
    /// The folder of the layouts of tables, within `config`.
    public static let layoutsFolder = "imports"

    /// The layout of tables in a file.
    ///
    /// - Parameter name: "imports/statement.toml".
    public func tableLayout(_ name: String) throws(ConfigurationError) -> TableLayout {
        let form = try decode(LayoutForm.self, from: name)
        let columns = form.columns.places
        guard let separator = form.separator.first, form.separator.count == 1,
            TableLayout.separators.contains(separator)
        else { throw mistake(in: name, "separator", "must be \",\", \";\", \"\\t\" or \"|\"") }
        guard columns[.day] != nil else {
            throw mistake(in: name, "columns", "must have \"day\"")
        }
        let layout = TableLayout(
            file: String(name.dropFirst(Self.layoutsFolder.count + 1)), headings: form.headings,
            columns: columns, separator: separator,
            answers: StatementAnswers(
                dayOrder: try choice(form.day_order, of: "day_order", in: name),
                decimalMark: try choice(form.decimal_mark, of: "decimal_mark", in: name),
                isReversed: form.reversed, encoding: form.encoding),
            accounts: form.accounts ?? [], currency: form.currency)
        guard layout.hasAmounts else {
            throw mistake(
                in: name, "columns", "must have \"amount\", or \"spent\" and \"received\"")
        }
        guard columns.values.joined().allSatisfy((1...Self.mostColumns).contains) else {
            throw mistake(in: name, "columns", "counts from 1 to \(Self.mostColumns)")
        }
        guard form.encoding.map(StatementReader.knowsEncoding) ?? true else {
            throw mistake(in: name, "encoding", "is none that is known")
        }
        return layout.countingFromZero
    }

    /// The headings of a file with a mistake; nil if their line has it.
    public func headings(ofBroken name: String) -> [String]? {
        let line = texts[name]?.split(separator: "\n").first { $0.hasPrefix("headings") }
        guard let line else { return nil }
        let files = replacing(name, with: String(line))
        do throws(ConfigurationError) {
            return try files.decode(HeadingsForm.self, from: name).headings
        } catch {
            return nil
        }
    }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ word: String?, of setting: String, in name: String
    ) throws(ConfigurationError) -> Choice? {
        guard let word else { return nil }
        guard let choice = Choice(rawValue: word) else {
            let known = Choice.allCases.map(\.rawValue)
            throw mistake(
                in: name, setting,
                "can't be \"\(word)\"\(Suggestion.phrase(for: word, among: known)); it is "
                    + known.joined(separator: " or "))
        }
        return choice
    }

    private func mistake(
        in name: String, _ setting: String, _ words: String
    ) -> ConfigurationError {
        let places = texts[name].map(TOMLPlaces.init)
        let line =
            places?.line(of: [], setting)
            ?? places?.line(of: [LayoutForm.CodingKeys.columns], nil)
        return ConfigurationError(
            file: "config/\(name)", line: line, "\"\(setting)\" \(words)")
    }

    private static let mostColumns = 500
}

extension TableLayout {
    fileprivate var countingFromZero: TableLayout {
        var layout = self
        layout.columns = columns.mapValues { $0.map { $0 - 1 } }
        return layout
    }
}

private struct LayoutForm: Decodable {
    let headings: [String]
    let separator: String
    let day_order: String?
    let decimal_mark: String?
    let reversed: Bool?
    let encoding: String?
    let accounts: [String]?
    let currency: String?
    let columns: Columns

    enum CodingKeys: String, CodingKey {
        case headings, separator, day_order, decimal_mark, reversed, encoding, accounts, currency,
            columns
    }

    /// Columns count from 1.
    struct Columns: Decodable {
        var places: [TableLayout.Column: [Int]] = [:]

        init(from decoder: any Decoder) throws {
            let table = try decoder.container(keyedBy: Key.self)
            for column in TableLayout.Column.allCases {
                let numbers = try table.decodeIfPresent([Int].self, forKey: Key(column: column))
                if let numbers, !numbers.isEmpty { places[column] = numbers }
            }
        }

        private struct Key: CodingKey {
            let column: TableLayout.Column

            init(column: TableLayout.Column) { self.column = column }

            init?(stringValue: String) {
                guard let column = TableLayout.Column(rawValue: stringValue) else { return nil }
                self.column = column
            }

            init?(intValue: Int) { nil }

            var stringValue: String { column.rawValue }
            var intValue: Int? { nil }
        }
    }
}

private struct HeadingsForm: Decodable {
    let headings: [String]
}
