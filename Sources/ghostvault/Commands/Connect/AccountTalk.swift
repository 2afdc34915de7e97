import Engine
import Model
import Terminal
import Vault

/// Asks at the terminal what the person wants of their accounts.
struct AccountTalk {
    let screen: Screen
    let engine: Engine

    private static let help =
        "A type (\(AccountType.allCases.map(\.rawValue).joined(separator: ", "))), "
        + "\"name\" and a name, \"track\" (shown, in no total), \"hide\", \"count\", "
        + "or Enter to leave it"

    func go() throws {
        let conversation = Conversation(screen: screen)
        while let answer = try conversation.ask(
            "Is something to be changed about an account? Its number or name, or Enter to go on:"),
            !answer.isEmpty
        {
            do {
                let account = try engine.account(meantBy: answer)
                try screen.note(
                    SafeText.neutralised(
                        "  \(account.name): \(account.type.rawValue) (\(account.typeReason))"))
                try change(account, conversation)
                try AccountsView(screen: screen).showOne(account.id, of: engine)
            } catch let error as EngineError {
                try screen.report(Failure(error))
            }
        }
    }

    private func change(_ account: AccountRecord, _ conversation: Conversation) throws {
        while true {
            guard let answer = try conversation.ask("  What is it to be?"), !answer.isEmpty else {
                return
            }
            let words = answer.split(separator: " ", maxSplits: 1).map(String.init)
            switch words.first?.lowercased() {
            case "name":
                guard words.count == 2 else { break }
                do {
                    try OneLine.check(words[1], of: "A name")
                } catch {
                    break
                }
                _ = try engine.name(account, words[1])
                return
            case "track": return try decide(.trackingOnly, account)
            case "hide": return try decide(.hidden, account)
            case "count": return try decide(.counted, account)
            default:
                if let type = AccountType(rawValue: answer.lowercased()) {
                    _ = try engine.decideType(type, of: account)
                    return
                }
            }
            try screen.note("  \(Self.help).")
        }
    }

    private func decide(_ visibility: AccountVisibility, _ account: AccountRecord) throws {
        try engine.vault.decideVisibility(visibility, account: account.id)
    }
}
