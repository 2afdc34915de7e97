import Model
import Rules

extension PipelineRun {
    mutating func runCategoryLens(stage: Int) {
        var contributionOfCategory: [String: Int32] = [:]
        for category in pipeline.categories.categories {
            guard let lens = category.lensInUse else { continue }
            contributionOfCategory[category.id] = number(
                of: Contribution(
                    stage: stage,
                    reason: Reason(
                        by: pipeline.stages[stage].name, rule: nil,
                        Evidence(.categoryLens, category.name, lens.rawValue)),
                    effect: Effect(lens: lens)))
        }
        let contributionOfState = (0..<states.count).map { state in
            contributionOfCategory[states.category(of: Int32(state)) ?? Self.lastCategory]
        }
        for row in snapshot.transactions.indices {
            if expectedClass(of: row) == .expense {
                if let contribution = contributionOfState[Int(stateOfRow[row])] {
                    add(contribution, to: row)
                }
            } else if let lens = lens(ofTransfer: row) {
                let reason = Reason(
                    by: pipeline.stages[stage].name, rule: nil, Evidence(lens.code))
                add(
                    Contribution(stage: stage, reason: reason, effect: Effect(lens: lens.lens)),
                    to: row)
            } else {
                passOver(row, stage: stage)
            }
        }
    }

    /// The lens of one side of a transfer whose other side is known.
    private func lens(ofTransfer row: Int) -> TransferLens? {
        guard let partner = partner(of: row), expectedClass(of: row) == .transfer else {
            return nil
        }
        let transaction = snapshot.transactions[row]
        return TransferLens(
            amount: transaction.amount, in: snapshot.account(of: transaction).type,
            with: snapshot.account(of: snapshot.transactions[partner]).type)
    }
}

/// The place of a transfer between own accounts in a 50/30/20 plan.
///
/// Only the side in the everyday account has one.
enum TransferLens {
    /// A loan is paid.
    case debt
    /// Money moves to savings, or comes back and reduces them.
    case saving

    /// - Parameters:
    ///   - amount: in minor units, of this side.
    ///   - account: the type of this side's account.
    ///   - other: the type of the other side's account.
    init?(amount: Int64, in account: AccountType, with other: AccountType) {
        switch (Self.purpose(of: account), Self.purpose(of: other)) {
        case (nil, .saving): self = .saving
        case (nil, .debt), (.saving, .debt):
            guard amount < 0 else { return nil }
            self = .debt
        default: return nil
        }
    }

    var lens: Lens {
        switch self {
        case .debt: .need
        case .saving: .saving
        }
    }

    var code: Evidence.Code {
        switch self {
        case .debt: .debtIsNeed
        case .saving: .savingIsSaving
        }
    }

    /// The purpose of an account other than everyday money.
    private static func purpose(of account: AccountType) -> TransferLens? {
        switch account {
        case .savings, .investment, .brokerage: .saving
        case .loan, .mortgage: .debt
        case .checking, .credit, .other, .cash, .asset: nil
        }
    }
}
