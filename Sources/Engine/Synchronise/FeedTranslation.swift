internal import Model
internal import SimpleFIN
internal import Vault

/// Says in the vault's terms what a SimpleFIN answer says.
struct FeedTranslation {
    let accountSet: AccountSet
    let body: [UInt8]
    let moment: Moment
    /// Whether the answer's balances are those of now. With an end date a
    /// bridge gives the balance of that day.
    let keepsBalances: Bool
    /// The days asked for, end exclusive; nil where it is not known.
    let window: Range<CalendarDay>?

    var received: ReceivedAnswer {
        ReceivedAnswer(
            institutions: institutions, accounts: accountSet.accounts.map(account), body: body,
            receivedAt: moment.now)
    }

    /// Accounts whose bank reports a failure, so that what the answer says of
    /// them may be incomplete.
    var failing: Set<AccountKey> {
        var failing: Set<AccountKey> = []
        for message in accountSet.messages where !message.isForDeveloper {
            for account in accountSet.accounts where concerns(message, account) {
                failing.insert(AccountKey(account))
            }
        }
        return failing
    }

    private func concerns(_ message: BridgeMessage, _ account: BankAccount) -> Bool {
        if let id = message.accountID, id != account.id { return false }
        guard let institution = accountSet.institution(concernedBy: message) else {
            return message.accountID == account.id
        }
        return institution.key == account.institutionKey
    }

    private var institutions: [ReceivedInstitution] {
        accountSet.institutions.map {
            ReceivedInstitution(key: $0.key, name: $0.name, url: $0.url)
        } + [ReceivedInstitution(key: Self.noInstitution, name: "", url: nil)]
    }

    /// Stands for the bank of accounts that name none.
    private static let noInstitution = ""

    private func account(_ account: BankAccount) -> ReceivedAccount {
        let known = accountSet.institution(of: account) != nil
        let isWhole =
            !failing.contains(AccountKey(account))
            && !accountSet.messages.contains(where: \.saysCapped)
            && !accountSet.rejected.contains {
                $0.accountID == nil || $0.accountID == account.id
            }
        return ReceivedAccount(
            institutionKey: known ? account.institutionKey ?? "" : Self.noInstitution,
            bankID: account.id, name: account.name, currency: account.currency,
            balance: keepsBalances ? balance(of: account) : nil,
            transactions: account.transactions.map(transaction),
            coverage: isWhole ? window : nil)
    }

    private func balance(of account: BankAccount) -> ReceivedBalance? {
        account.balance.map {
            ReceivedBalance(
                minorUnits: $0.minorUnits,
                availableMinorUnits: account.availableBalance?.minorUnits,
                at: account.balanceDate ?? moment.now)
        }
    }

    private func transaction(_ transaction: BankTransaction) -> ReceivedTransaction {
        ReceivedTransaction(
            bankID: transaction.id, day: transaction.day(receivedOn: moment.today),
            amount: transaction.amount.minorUnits, description: transaction.description,
            payee: transaction.payee ?? "", memo: transaction.memo ?? "",
            merchantCode: transaction.merchantCategoryCode ?? "",
            isPending: transaction.isPending, postedAt: transaction.posted,
            transactedAt: transaction.transactedAt)
    }
}

/// An account within one connection.
struct AccountKey: Hashable {
    let institution: String
    let id: String

    init(_ account: BankAccount) {
        institution = account.institutionKey ?? ""
        id = account.id
    }
}
