import ArgumentParser
import Classification

/// Words that people try for commands and options.
enum Synonyms {
    /// The command that a word stands for; nil for none.
    ///
    /// - Parameters:
    ///   - names: the group's commands.
    ///   - isTop: whether the group is the program itself.
    static func command(for word: String, among names: [String], isTop: Bool) -> String? {
        if isTop { return commands[word.lowercased()] }
        return inGroups[word.lowercased()]?.first { names.contains($0) }
    }

    /// What comes closest to a word that no command of the program stands for; empty for none.
    static func hints(for word: String) -> [String] {
        hints[word.lowercased()].map { [$0] } ?? []
    }

    private static let commands: [String: String] = {
        let words: KeyValuePairs = [
            "transactions": "transaction txns txn tx ls list register reg search find",
            "accounts": "account acct accts bal balance balances",
            "networth": "net-worth worth wealth", "income": "cashflow cash-flow earnings",
            "spending": "spend spent expenses expense report",
            "recurring": "subscriptions subs bills series",
            "forecast": "predict projection future", "due": "upcoming coming",
            "safe-to-spend": "safe spendable left", "transfers": "transfer",
            "payees": "payee merchants merchant", "categories": "category cat cats",
            "loans": "loan", "debts": "debt payoff avalanche snowball",
            "goals": "goal", "advice": "advise recommend recommendations tips",
            "calendar": "cal agenda ics", "plan": "planning", "budget": "budgets", "rules": "rule",
            "plugins": "plugin",
            "connections": "connection banks bank", "automation": "automations handlers",
            "explain": "show", "apply-rules": "apply classify categorise categorize reclassify",
            "sync": "fetch pull refresh update", "history": "log journal",
            "dashboard": "overview home summary", "view": "views",
            "ui": "tui browse screen", "doctor": "check verify",
            "lua": "repl prompt", "docs": "doc guide", "--version": "version -v",
        ]
        var commands: [String: String] = [:]
        for (command, synonyms) in words {
            for synonym in synonyms.split(separator: " ") { commands[String(synonym)] = command }
        }
        return commands
    }()

    private static let hints = [
        "holdings": "\"ghostvault accounts holdings\" lists them.",
        "portfolio": "\"ghostvault accounts holdings\" lists holdings.",
        "interest": "\"ghostvault accounts interest\" shows what loans cost.",
        "csv": "Every list takes --csv: ghostvault transactions --all --csv",
        "json": "Every list takes --json: ghostvault transactions --all --json",
        "tags": "\"ghostvault transactions --tag NAME\" lists a tag.",
        "tag": "\"ghostvault transactions set last --tag NAME\" adds one.",
        "edit": "\"ghostvault transactions set last --category NAME\" corrects a transaction.",
        "set": "\"ghostvault transactions set last --category NAME\" corrects a transaction.",
        "split":
            "\"ghostvault transactions split NUMBER shopping=30 groceries\" splits a transaction.",
        "restore": "\"ghostvault backup restore FILE\" restores a backup.",
        "config": "\"ghostvault init --config\" writes the settings, which are files.",
        "settings": "\"ghostvault init --config\" writes the settings, which are files.",
        "disconnect": "\"ghostvault connections remove NAME\" removes a connection.",
        "alias": "\"ghostvault payees alias TEXT NAME\" renames a payee.",
    ]

    /// The names of a group's command that people try in place of it.
    private static let inGroups: [String: [String]] = [
        "ls": ["list"], "all": ["list"], "rm": ["remove", "unalias", "dismiss"],
        "delete": ["remove", "unalias", "dismiss"], "del": ["remove"], "create": ["add", "new"],
        "new": ["add"], "make": ["add", "new"], "mv": ["rename", "move"],
        "name": ["rename", "alias"], "rename": ["alias"],
        "edit": ["change", "set"], "update": ["change", "set"], "on": ["enable"],
        "off": ["disable"], "view": ["show"], "unhide": ["count"],
        "link": ["mark"], "pair": ["mark"], "add": ["confirm"],
        "untrack": ["count"], "restore": ["count"], "info": ["show"], "validate": ["check"],
    ]

    /// Options that people try in place of others; the first that a command has is meant.
    private static let options: [String: [String]] = [
        "--since": ["--from"], "--after": ["--from"], "--start": ["--from"],
        "--begin": ["--from"], "--until": ["--to"], "--before": ["--to"], "--end": ["--to"],
        "--date": ["--from"], "--day": ["--from"], "--search": ["--text"],
        "--query": ["--text"], "--find": ["--text"], "--description": ["--text"],
        "--amount": ["--text", "--min"], "--min-amount": ["--min"], "--max-amount": ["--max"],
        "--above": ["--min"], "--below": ["--max"], "--merchant": ["--payee"],
        "--cat": ["--category"], "--acct": ["--account"], "--type": ["--class"],
        "--tags": ["--tag"], "--notes": ["--note"], "--order": ["--sort"],
        "--count": ["--limit"], "--number": ["--limit"], "--max-count": ["--limit"],
        "--today": ["--as-of"], "--dir": ["--vault"], "-C": ["--vault"], "-n": ["--limit"],
        "--file": ["--vault"],
        "--format": ["--csv"], "--output": ["--csv"], "--period": ["--month"],
        "--if": ["--where"], "--when": ["--where"], "--filter": ["--where"],
    ]

    /// " (did you mean "--from"?)", or empty if no option of the command is close.
    static func phrase(forOption option: String, among known: [String]) -> String {
        if let meant = options[option]?.first(where: { known.contains($0) }) {
            return " (did you mean \"\(meant)\"?)"
        }
        let begun = known.filter { $0.hasPrefix(option) }
        if begun.count == 1 { return " (did you mean \"\(begun[0])\"?)" }
        return Suggestion.phrase(for: option, among: known)
    }
}
