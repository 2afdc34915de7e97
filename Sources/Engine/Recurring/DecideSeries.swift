public import Model
internal import Vault

/// What a person means by a name or a number where they speak of a series.
public enum MeantSeries: Hashable, Sendable {
    case series(SeriesFacts)
    /// A transaction that belongs to none.
    case transaction(Int64)

    /// What the person is shown of it.
    public var name: String {
        switch self {
        case .series(let series): series.name
        case .transaction(let id): "transaction \(id)"
        }
    }
}

extension Engine {
    /// The series that a person means: by its name or a part of it, without
    /// case, or by the number of one of its transactions.
    public func series(meantBy text: String) throws -> MeantSeries {
        let all = try vault.series()
        // Lists and reasons write it as "#870".
        let number = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if let id = Int64(number), let transaction = try vault.transaction(id) {
            let name = transaction.verdict?.series?.value
            let series = all.first { $0.name == name || $0.decidedTransaction == id }
            return series.map(MeantSeries.series) ?? .transaction(id)
        }
        let wanted = text.lowercased()
        let exact = all.filter { $0.name.lowercased() == wanted }
        let found =
            exact.isEmpty ? all.filter { $0.name.lowercased().contains(wanted) } : exact
        guard let series = found.first else { throw EngineError.noSuchSeries(text) }
        guard found.count == 1 else {
            throw EngineError.ambiguousSeries(text, candidates: found.map(\.name))
        }
        return .series(series)
    }

    /// Takes the person's word on a series, and classifies anew.
    ///
    /// - Throws: ``EngineError/noSeries(transaction:)`` where a transaction of
    ///   no series is to be dismissed or cancelled.
    public func decide(
        _ decision: SeriesDecision, about series: MeantSeries
    ) throws -> ClassifyReport {
        let summary = "recurring \(decision.verb) \(series.name)"
        return try classifying {
            switch series {
            case .series(let facts): try vault.decide(about: facts, decision, summary: summary)
            case .transaction(let id):
                guard decision == .confirmed else { throw EngineError.noSeries(transaction: id) }
                try vault.decide(aboutSeriesOf: id, decision, summary: summary)
            }
        }.classified
    }
}

extension SeriesDecision {
    fileprivate var verb: String {
        switch self {
        case .confirmed: "confirm"
        case .dismissed: "dismiss"
        case .cancelled: "cancel"
        }
    }
}
