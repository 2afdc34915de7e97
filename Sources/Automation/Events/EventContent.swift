public import Scripting

/// What an event tells beside its kind and its day.
public enum EventContent: Hashable, Sendable {
    case sync(EventSync)
    case transaction(EventTransaction)
    /// A transaction of a payee that was never seen before.
    case payee(EventTransaction)
    case classification(
        EventTransaction, from: EventClassification, to: EventClassification)
    case budget(EventBudget)
    case account(EventAccount)
    case series(EventSeries)
    case bank(EventBank)
    case week(EventPeriod)
    case month(EventPeriod)

    /// What a handler reads beside `kind` and `day`.
    public var fields: ScriptTable {
        ScriptTable(
            fields: parts.mapValues { .table($0.table) }.merging(texts.mapValues { .string($0) }) {
                part, _ in part
            })
    }

    private var parts: [String: any EventPart] {
        switch self {
        case .sync(let sync): ["sync": sync]
        case .transaction(let transaction), .payee(let transaction): ["transaction": transaction]
        case .classification(let transaction, let from, let to):
            ["transaction": transaction, "from": from, "to": to]
        case .budget(let budget): ["budget": budget]
        case .account(let account): ["account": account]
        case .series(let series): ["series": series]
        case .bank(let bank): ["bank": bank]
        case .week(let period): ["week": period]
        case .month(let period): ["month": period]
        }
    }

    private var texts: [String: String] {
        guard case .payee(let transaction) = self else { return [:] }
        return ["payee": transaction.payee.cutForHandlers]
    }
}

extension EventKind {
    /// The fields of an event of this kind, `kind` and `day` first.
    public var shape: EventShape {
        let common = [
            EventField(name: "kind", kind: .text, isOptional: false, help: "The kind of event."),
            EventField(
                name: "day", kind: .day, isOptional: false,
                help: "The day on which it was noticed, `\"2026-11-21\"`."),
        ]
        return EventShape(name: "event", fields: common + own)
    }

    private var own: [EventField] {
        switch self {
        case .syncFinished, .syncFailed: [part(EventSync.self, "The sync.")]
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
                part(EventClassification.self, named: "from", "What it was."),
                part(EventClassification.self, named: "to", "What it is now."),
            ]
        case .overBudget: [part(EventBudget.self, "The category and its month.")]
        case .lowBalance: [part(EventAccount.self, "The account.")]
        case .billDue, .priceChanged, .newSubscription, .missedIncome, .missedPayment:
            [part(EventSeries.self, "The series of payments.")]
        case .bankNeedsAttention: [part(EventBank.self, "The bank.")]
        case .weekClosed: [part(EventPeriod.self, named: "week", "What the week came to.")]
        case .monthClosed: [part(EventPeriod.self, named: "month", "What the month came to.")]
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
