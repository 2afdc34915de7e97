import Model

/// The household's accounts, in the order in which the bridge lists them.
enum AccountKey: UInt8, CaseIterable, Sendable {
    case checking, savings, visa, mastercard, brokerage, mortgage, carLoan

    var isCard: Bool { self == .visa || self == .mastercard }
}

/// A bank, broker or lender.
public struct Institution: Hashable, Sendable {
    /// The bridge's id of the connection to it.
    public let connection: String
    public let name: String
    /// Its internet domain, which is under the reserved ".example".
    public let domain: String
}

/// What is true of an account whatever happens in it.
struct AccountProfile: Sendable {
    let id: String
    let name: String
    let institution: Institution
    let type: AccountType

    static func of(_ key: AccountKey) -> AccountProfile {
        switch key {
        case .checking:
            AccountProfile(
                id: "ACT-7d1f04c2-checking", name: "Family Checking (4471)",
                institution: harborline, type: .checking)
        case .savings:
            AccountProfile(
                id: "ACT-31b8e6aa-savings", name: "High Yield Savings (2210)",
                institution: northbeam, type: .savings)
        case .visa:
            AccountProfile(
                id: "ACT-c90a57de-visa", name: "Cash Rewards Visa (8820)",
                institution: meridian, type: .credit)
        case .mastercard:
            AccountProfile(
                id: "ACT-5e2c91b7-mastercard", name: "Platinum Mastercard (3306)",
                institution: harborline, type: .credit)
        case .brokerage:
            AccountProfile(
                id: "ACT-f4436d18-brokerage", name: "Joint Brokerage (5093)",
                institution: cedarPoint, type: .brokerage)
        case .mortgage:
            AccountProfile(
                id: "ACT-0aa87c65-mortgage", name: "30-Year Fixed Mortgage (7718)",
                institution: granite, type: .mortgage)
        case .carLoan:
            AccountProfile(
                id: "ACT-b67e20f9-auto", name: "Auto Loan (1154)",
                institution: lakeshore, type: .loan)
        }
    }

    private static let harborline = Institution(
        connection: "CON-harborline", name: "Harborline Community Bank",
        domain: "harborline.example")
    private static let northbeam = Institution(
        connection: "CON-northbeam", name: "Northbeam Online Bank", domain: "northbeam.example")
    private static let meridian = Institution(
        connection: "CON-meridian", name: "Meridian Card Services", domain: "meridian.example")
    private static let cedarPoint = Institution(
        connection: "CON-cedarpoint", name: "Cedar Point Investments",
        domain: "cedarpoint.example")
    private static let granite = Institution(
        connection: "CON-granite", name: "Granite State Home Loans", domain: "granite.example")
    private static let lakeshore = Institution(
        connection: "CON-lakeshore", name: "Lakeshore Credit Union",
        domain: "lakeshore.example")
}
