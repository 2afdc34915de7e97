public import Model
public import Scripting

/// The content of an event beside its kind and day.
public enum EventContent: Hashable, Sendable {
    case sync(EventSync)
    case file(EventFile)
    case backup(EventBackup)
    case transaction(EventTransaction)
    /// The first transaction of a new payee.
    case payee(EventTransaction)
    case classification(
        EventTransaction, from: EventClassification, to: EventClassification)
    case budget(EventBudget)
    case account(EventAccount)
    case fall(EventFall)
    case series(EventSeries)
    case bank(EventBank)
    case gap(EventGap)
    case silence(EventSilence)
    case week(EventPeriod)
    case month(EventPeriod)
    /// A time that has come.
    case time(CalendarDay, TimeOfDay)

    /// The fields that a handler reads beside `kind` and `day`.
    public var fields: ScriptTable {
        ScriptTable(
            fields: parts.mapValues { .table($0.table) }.merging(texts.mapValues { .string($0) }) {
                part, _ in part
            })
    }

    private var parts: [String: any EventPart] {
        switch self {
        case .sync(let sync): ["sync": sync]
        case .file(let file): ["file": file]
        case .backup(let backup): ["backup": backup]
        case .transaction(let transaction), .payee(let transaction): ["transaction": transaction]
        case .classification(let transaction, let from, let to):
            ["transaction": transaction, "from": from, "to": to]
        case .budget(let budget): ["budget": budget]
        case .account(let account): ["account": account]
        case .fall(let fall): ["fall": fall]
        case .series(let series): ["series": series]
        case .bank(let bank): ["bank": bank]
        case .gap(let gap): ["gap": gap]
        case .silence(let silence): ["silence": silence]
        case .week(let period): ["week": period]
        case .month(let period): ["month": period]
        case .time: [:]
        }
    }

    private var texts: [String: String] {
        switch self {
        case .payee(let transaction): ["payee": transaction.payee.cutForHandlers]
        case .time(let day, let time): ["due": day.description, "at": time.description]
        default: [:]
        }
    }
}

extension EventKind {
    /// The fields of this kind of event, `kind` and `day` first.
    public var shape: EventShape {
        let common = [
            EventField(name: "kind", kind: .text, isOptional: false, help: "The kind of event."),
            EventField(
                name: "day", kind: .day, isOptional: false,
                help: "The day on which it was detected, `\"2026-11-21\"`."),
        ]
        return EventShape(name: "event", fields: common + own)
    }

    private var own: [EventField] {
        switch self {
        case .syncFinished, .syncFailed: [part(EventSync.self, "The sync.")]
        case .fileImported: [part(EventFile.self, "The file.")]
        case .backupFailed: [part(EventBackup.self, "The backup.")]
        case .newTransaction, .largeTransaction, .refund, .duplicateCharge: [transaction]
        case .newPayee:
            [
                EventField(
                    name: "payee", kind: .text, isOptional: false, help: "The payee's name."),
                transaction,
            ]
        case .classificationChanged:
            [
                transaction,
                part(EventClassification.self, named: "from", "The earlier conclusion."),
                part(EventClassification.self, named: "to", "The current conclusion."),
            ]
        case .overBudget, .budgetReached: [part(EventBudget.self, "The budget.")]
        case .lowBalance: [part(EventAccount.self, "The account.")]
        case .lowBalanceAhead: [part(EventFall.self, "The account, the day and the balance.")]
        case .billDue, .priceChanged, .newSubscription, .missedIncome, .missedPayment:
            [part(EventSeries.self, "The series of payments.")]
        case .bankNeedsAttention: [part(EventBank.self, "The bank.")]
        case .balanceGap: [part(EventGap.self, "The account, the amount and the days.")]
        case .accountSilent: [part(EventSilence.self, "The account and its last news.")]
        case .weekClosed: [part(EventPeriod.self, named: "week", "The week's totals.")]
        case .monthClosed: [part(EventPeriod.self, named: "month", "The month's totals.")]
        case .every:
            [
                EventField(
                    name: "due", kind: .day, isOptional: false,
                    help: "The day of the time, `\"2026-12-01\"`."),
                EventField(
                    name: "at", kind: .text, isOptional: false,
                    help: "The time of day, `\"08:00\"`."),
            ]
        }
    }

    private var transaction: EventField { part(EventTransaction.self, "The transaction.") }

    private func part<Part: EventPart>(
        _ type: Part.Type, named name: String? = nil, _ help: String
    ) -> EventField {
        EventField(
            name: name ?? Part.name, kind: .part(Part.shape), isOptional: false, help: help)
    }
}

/// The fields of an event, or of a part of one, in Lua.
public struct EventShape: Hashable, Sendable {
    /// "transaction", or "event" for the whole event.
    public let name: String
    /// In documentation order.
    public let fields: [EventField]

    public subscript(name: String) -> EventField? { fields.first { $0.name == name } }
}

/// A field of an event, or of a part of one.
public struct EventField: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case text
        /// A day such as "2026-11-21".
        case day
        case number
        case wholeNumber
        case boolean
        case texts
        /// A category id.
        case category
        /// The name of the category whose id is in another field.
        case categoryName(of: String)
        /// A formatted amount, "-1,234.50 USD", whose number is in another field.
        case moneyText(of: String)
        case part(EventShape)
        case parts(EventShape)
    }

    public let name: String
    public let kind: Kind
    public let isOptional: Bool
    /// A sentence in Markdown.
    public let help: String
}

/// A part of an event with named fields.
protocol EventPart: Hashable, Sendable {
    /// "transaction".
    static var name: String { get }
    static var fields: [EventPartField<Self>] { get }
}

/// A field of a part, and how to get its value.
struct EventPartField<Part> {
    let field: EventField
    let value: (Part) -> ScriptValue
}

extension EventPart {
    static var shape: EventShape {
        EventShape(name: name, fields: fields.map(\.field))
    }

    /// The part as a Lua table.
    var table: ScriptTable {
        ScriptTable(
            fields: Dictionary(
                Self.fields.map { ($0.field.name, $0.value(self)) },
                uniquingKeysWith: { first, _ in first }))
    }
}

extension EventPartField {
    static func text(
        _ name: String, _ help: String, _ value: @escaping (Part) -> String
    ) -> EventPartField {
        field(name, .text, help) { .string(value($0).cutForHandlers) }
    }

    /// A category id.
    static func category(_ value: @escaping (Part) -> String) -> EventPartField {
        field("category", .category, "The category's id.") { .string(value($0)) }
    }

    /// A category id, where the part is about a category.
    static func optionalCategory(_ value: @escaping (Part) -> String?) -> EventPartField {
        field("category", .category, isOptional: true, "The category's id, if it is one.") {
            value($0).map(ScriptValue.string) ?? .nil
        }
    }

    static func categoryName(
        _ name: String = "category_name", isOptional: Bool = false,
        _ help: String = "The category as you see it.", _ value: @escaping (Part) -> String?
    ) -> EventPartField {
        field(name, .categoryName(of: "category"), isOptional: isOptional, help) {
            value($0).map { .string($0.cutForHandlers) } ?? .nil
        }
    }

    static func wholeNumber(
        _ name: String, _ help: String, _ value: @escaping (Part) -> Int64
    ) -> EventPartField {
        field(name, .wholeNumber, help) { .integer(value($0)) }
    }

    static func boolean(
        _ name: String, _ help: String, _ value: @escaping (Part) -> Bool
    ) -> EventPartField {
        field(name, .boolean, help) { .boolean(value($0)) }
    }

    static func texts(
        _ name: String, _ help: String, _ value: @escaping (Part) -> [String]
    ) -> EventPartField {
        field(name, .texts, help) {
            .table(ScriptTable(array: value($0).map { .string($0.cutForHandlers) }))
        }
    }

    static func parts<Other: EventPart>(
        _ name: String, _ help: String, _ value: @escaping (Part) -> [Other]
    ) -> EventPartField {
        field(name, .parts(Other.shape), help) {
            .table(ScriptTable(array: value($0).map { .table($0.table) }))
        }
    }

    static func day(
        _ name: String, _ help: String, _ value: @escaping (Part) -> CalendarDay
    ) -> EventPartField {
        field(name, .day, help) { .string(value($0).description) }
    }

    static func optionalDay(
        _ name: String, _ help: String, _ value: @escaping (Part) -> CalendarDay?
    ) -> EventPartField {
        field(name, .day, isOptional: true, help) {
            value($0).map { .string($0.description) } ?? .nil
        }
    }

    /// An amount as a number.
    static func money(
        _ name: String, isOptional: Bool = false, _ help: String,
        _ value: @escaping (Part) -> Money?
    ) -> EventPartField {
        field(name, .number, isOptional: isOptional, help) {
            value($0).map(ScriptValue.amount) ?? .nil
        }
    }

    /// The same amount as a formatted string.
    static func moneyText(
        of name: String, isOptional: Bool = false, _ value: @escaping (Part) -> Money?
    ) -> EventPartField {
        field(
            name + "_text", .moneyText(of: name), isOptional: isOptional,
            "The same as text, with its currency."
        ) { value($0).map { .string($0.eventText) } ?? .nil }
    }

    private static func field(
        _ name: String, _ kind: EventField.Kind, isOptional: Bool = false, _ help: String,
        _ value: @escaping (Part) -> ScriptValue
    ) -> EventPartField {
        EventPartField(
            field: EventField(name: name, kind: kind, isOptional: isOptional, help: help),
            value: value)
    }
}

extension ScriptValue {
    /// The amount in whole units, as close as a Lua number gets; an integer if it has no
    /// fraction.
    static func amount(_ money: Money) -> ScriptValue {
        let (whole, rest) = money.minorUnits.quotientAndRemainder(
            dividingBy: powerOfTen(money.currency.exponent))
        guard rest == 0, let integer = Int64(exactly: whole) else {
            return .number(Double(money.plainText) ?? .nan)
        }
        return .integer(integer)
    }
}

extension Money {
    /// "-1,234.50 USD".
    var eventText: String {
        currency.code.isEmpty ? groupedText : "\(groupedText) \(currency.code)"
    }
}

extension String {
    /// The string for events: at most 2,000 characters and 8,000 bytes, cut between characters.
    /// Handlers and commands can then take text of any length from a bank.
    var cutForHandlers: String {
        guard utf8.count > Self.mostCharacters else { return self }
        guard utf8.count > Self.mostBytes || dropFirst(Self.mostCharacters).first != nil else {
            return self
        }
        var cut = ""
        var bytes = Self.end.utf8.count
        for character in prefix(Self.mostCharacters - 1) {
            bytes += character.utf8.count
            guard bytes <= Self.mostBytes else { break }
            cut.append(character)
        }
        return cut + Self.end
    }

    private static let mostCharacters = 2_000
    private static let mostBytes = 8_000
    private static let end = "…"
}
