import Model
import Rules

/// What the recurring stage says of the transactions of one series, in words
/// that stay the same while the series goes on as it is: each new payment
/// would else change the reason of all earlier ones.
struct RecurringOpinion {
    private let stage: Int
    private let name: String
    private let series: SeriesFacts

    init(of series: SeriesFacts, stage: Int, name: String) {
        self.series = series
        self.stage = stage
        self.name = name
    }

    var membership: Contribution {
        let decider =
            switch series.decision {
            case nil: "Auto-detected"
            case .cancelled: "Cancelled by you"
            case .confirmed, .dismissed: "Confirmed by you"
            }
        let amount = Money(minorUnits: series.usualAmount, currency: series.currency)
            .plainText.drop { $0 == "-" }
        let price = series.isFixed ? "\(amount) each" : "amounts vary"
        return Contribution(
            stage: stage,
            reason: Reason(
                by: name, rule: nil, text: "\(decider): \(series.frequency.rawValue), \(price)"),
            effect: Effect(series: series.name))
    }

    /// Of money from people and merchants.
    var income: Contribution {
        Contribution(
            stage: stage,
            reason: Reason(
                by: name, rule: nil,
                text: "Auto-detected: regular payments from somebody who was paid little are income"
            ),
            effect: Effect(class: .income))
    }

    func lens(_ lens: RecurringLens) -> Contribution {
        Contribution(
            stage: stage,
            reason: Reason(by: name, rule: nil, text: "Auto-detected: \(lens.sentence)"),
            effect: Effect(lens: lens.lens))
    }
}

/// Where recurring payments count in a 50/30/20 plan whose category says
/// nothing of it.
enum RecurringLens {
    case necessity, subscription, debt, saving

    /// - Parameters:
    ///   - account: the other side of a transfer, where it is known.
    init?(
        of transactionClass: TransactionClass, isWordedAsNeed: Bool, to account: AccountType?
    ) {
        switch (transactionClass, account) {
        case (.expense, _): self = isWordedAsNeed ? .necessity : .subscription
        case (.transfer, .loan), (.transfer, .mortgage): self = .debt
        case (.transfer, .savings), (.transfer, .investment), (.transfer, .brokerage):
            self = .saving
        case (.transfer, nil) where isWordedAsNeed: self = .debt
        default: return nil
        }
    }

    var lens: Lens {
        switch self {
        case .necessity, .debt: .need
        case .subscription: .want
        case .saving: .saving
        }
    }

    var sentence: String {
        switch self {
        case .necessity: "regular payments for a home, insurance and the like count as a need"
        case .subscription: "regular payments that are no known need count as a want"
        case .debt: "regular payments of a debt count as a need"
        case .saving: "regular transfers to savings count as saving"
        }
    }
}
