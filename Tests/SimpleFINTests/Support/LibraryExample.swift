import Model
import SimpleFIN

func balances(at access: AccessURL, using client: Client) throws -> [String] {
    let answer = try client.accounts(Query(balancesOnly: true), access)
    for message in answer.accountSet.messages {
        print("The bridge says: \(message.text.filter { !$0.isNewline })")
    }
    return answer.accountSet.accounts.map { account in
        let bank = answer.accountSet.institution(of: account)?.name ?? "Unknown bank"
        let balance = account.balance?.plainText ?? "unknown"
        return "\(bank), \(account.name): \(balance) \(account.currency.code)"
    }
}
