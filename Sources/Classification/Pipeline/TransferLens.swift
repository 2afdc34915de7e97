import Model

/// Where money that moves between own accounts counts in a 50/30/20 plan. Only
/// the side in the account from which a person lives says it.
enum TransferLens {
    /// A loan is paid.
    case debt
    /// Money is laid by, or comes back from there, which lowers what was.
    case saving

    /// - Parameters:
    ///   - amount: in minor units, of the side that is looked at.
    ///   - account: the type of its own account.
    ///   - other: that of the other side's.
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

    var sentence: String {
        switch self {
        case .debt: "payments of a debt count as a need"
        case .saving: "money moved to or from savings counts as saving"
        }
    }

    /// What an account is for beside living.
    private static func purpose(of account: AccountType) -> TransferLens? {
        switch account {
        case .savings, .investment, .brokerage: .saving
        case .loan, .mortgage: .debt
        case .checking, .credit, .other: nil
        }
    }
}
