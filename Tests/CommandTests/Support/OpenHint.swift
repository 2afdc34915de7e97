/// Hints that leave values open, or that no transcript prints, with real values of
/// ``household``.
///
/// In a hint, "N" stands for a number, and for what the program fills in.
struct OpenHint {
    let hint: String
    let command: String
    /// What the shell runs before it.
    let before: String

    private init(_ hint: String, _ command: String, before: String = "") {
        (self.hint, self.command, self.before) = (hint, command, before)
    }

    /// A family's vault with an account by hand, a stored rule, a plugin, and decisions.
    static let household = """
        ghostvault connect --token-file token --allow-http-on-loopback --name Demo
        ghostvault init --config
        ghostvault accounts add House --type asset --value 420000
        ghostvault rules add --payee Costco --category groceries
        ghostvault plugins new large
        ghostvault plugins trust large --yes
        ghostvault plugins enable large
        ghostvault transactions set 3 --category dining
        ghostvault transactions set 3 --lens want
        ghostvault undo
        printf 'Date,Description,Amount\\n2026-03-14,Kiosk,-3.00\\n' >rows.csv
        printf 'hosts = ["phone.example"]\\n[webhooks.phone]\\nurl = "https://phone.example/"\\n' \\
            >vault/config/automation.toml
        """

    /// The same as ``all`` by hint.
    private static let byHint = Dictionary(all.map { ($0.hint, $0) }) { first, _ in first }

    static func of(_ command: String) -> OpenHint? { byHint[pattern(of: command)] }

    /// A command with "N" for its numbers.
    static func pattern(of command: String) -> String {
        command.split(separator: " ").map { $0.allSatisfy(\.isNumber) ? "N" : String($0) }
            .joined(separator: " ")
    }

    static let all = accounts + transactions + rules + plugins + others

    private static let accounts = [
        OpenHint("accounts add", "accounts add Cash --type cash --value 50"),
        OpenHint("accounts add Cash --type cash", "accounts add Cash --type cash --value 50"),
        OpenHint("accounts count", "accounts count House"),
        OpenHint("accounts hide", "accounts hide visa"),
        OpenHint("accounts holdings N", "accounts holdings 5"),
        OpenHint("accounts interest", "accounts interest"),
        OpenHint(
            "accounts merge N N", "accounts merge wallet purse --yes",
            before: "ghostvault import rows.csv --new Wallet --currency USD && "
                + "ghostvault import rows.csv --new Purse --currency USD"),
        OpenHint("accounts minimum", "accounts minimum 'auto loan' 240"),
        OpenHint("accounts rename N", "accounts rename 3 Visa"),
        OpenHint("accounts rename N \"…\"", "accounts rename 3 \"Visa (8820)\""),
        OpenHint("accounts reverse", "accounts reverse 7 --balance"),
        OpenHint("accounts show NAME", "accounts show visa"),
        OpenHint("accounts track", "accounts track brokerage"),
        OpenHint("accounts type", "accounts type savings checking"),
        OpenHint("accounts value", "accounts value House 425000"),
        OpenHint("accounts value NAME AMOUNT", "accounts value House 425000"),
        OpenHint("accounts value N AMOUNT", "accounts value 8 425000"),
    ]

    private static let transactions = [
        OpenHint("transactions --all --csv", "transactions --all --csv"),
        OpenHint(
            "transactions --all --csv --fields day", "transactions --all --csv --fields day"),
        OpenHint("transactions --all --json", "transactions --all --json"),
        OpenHint("transactions --limit", "transactions --limit 5"),
        OpenHint("transactions --new", "transactions --new"),
        OpenHint("transactions --tag NAME", "transactions --tag cash"),
        OpenHint("transactions add", "transactions add 5 Bakery --account House"),
        OpenHint("transactions coffee last month", "transactions coffee last month"),
        OpenHint("transactions confirm N", "transactions confirm 129"),
        OpenHint("transactions set", "transactions set 129 --category bills"),
        OpenHint("transactions set N …", "transactions set 129 --class ignore"),
        OpenHint(
            "transactions set last --category NAME", "transactions set last --category dining"),
        OpenHint("transactions set last --tag NAME", "transactions set last --tag trip"),
        OpenHint("transactions split N", "transactions split 129 shopping=30 groceries"),
        OpenHint(
            "transactions split NUMBER shopping=30 groceries",
            "transactions split 129 shopping=30 groceries"),
        OpenHint("transfers mark", "transfers mark 187 54"),
        OpenHint("transfers unlink N", "transfers unlink 187"),
        OpenHint("explain", "explain 129"),
        OpenHint("payees --text", "payees --text costco"),
        OpenHint("payees alias TEXT NAME", "payees alias 'COSTCO WHSE' Costco"),
        OpenHint("recurring confirm", "recurring confirm Netflix"),
        OpenHint("redo", "redo"),
    ]

    private static let rules = [
        OpenHint("rules disable", "rules disable stored-1"),
        OpenHint("rules edit", "rules edit stored-1 --category shopping"),
        OpenHint("rules edit --priority", "rules edit stored-1 --priority 5"),
        OpenHint("rules enable", "rules enable stored-1", before: "ghostvault rules disable 1"),
        OpenHint("rules remove N", "rules remove stored-1"),
        OpenHint("rules show NAME", "rules show Costco"),
        OpenHint("view", "view"),
        OpenHint(
            "view NAME", "view pets",
            before: "printf '[[view]]\\nname = \"pets\"\\nwords = \"dining ytd\"\\n' "
                + ">vault/config/views.toml"),
        OpenHint("categories change other --name NAME", "categories change other --name Misc"),
        OpenHint("categories change N --name NAME", "categories change dining --name Food"),
    ]

    private static let plugins = [
        OpenHint("plugins disable N", "plugins disable large"),
        OpenHint("plugins enable N", "plugins enable large"),
        OpenHint("plugins new NAME", "plugins new second"),
        OpenHint("plugins set N SETTING VALUE", "plugins set large above 250"),
        OpenHint("plugins set large SETTING VALUE", "plugins set large above 250"),
        OpenHint("plugins set N N --default", "plugins set large above --default"),
        OpenHint("plugins test N", "plugins test large"),
        OpenHint("automation dismiss ID", "automation dismiss a2"),
        OpenHint("automation key N", "automation key phone"),
        OpenHint("automation retry ID", "automation retry a2"),
        OpenHint("automation state", "automation state"),
    ]

    private static let others = [
        OpenHint(
            "backup check", "backup check vault/backups/*", before: "ghostvault backup"),
        OpenHint(
            "backup restore FILE", "backup restore vault/backups/* --vault restored --yes",
            before: "ghostvault backup"),
        OpenHint("budget set", "budget set groceries 400"),
        OpenHint("connections remove NAME", "connections remove Demo --yes"),
        OpenHint("connections secure N --in file", "connections secure Demo --in file"),
        OpenHint("demo --stop", "demo --stop --vault nowhere"),
        OpenHint("docs coming-from", "docs coming-from"),
        OpenHint("docs lua-reference", "docs lua-reference"),
        OpenHint("docs mcp", "docs mcp"),
        OpenHint("docs sandbox", "docs sandbox"),
        OpenHint("doctor --bundle", "doctor --bundle"),
        OpenHint("forecast ACCOUNT", "forecast checking"),
        OpenHint("forecast ACCOUNT --why DAY", "forecast checking --why 2026-03-20"),
        OpenHint("ghost", "ghost"),
        OpenHint("help COMMAND", "help accounts"),
        OpenHint("import", "import rows.csv --account visa"),
        OpenHint("import FILE", "import rows.csv --account visa"),
        OpenHint("income", "income"),
        OpenHint("init --config", "init --config"),
        OpenHint("lens", "lens"),
        OpenHint("plan add", "plan add expense Boiler 3800 --start 2026-09-01"),
        OpenHint("safe-to-spend", "safe-to-spend"),
        OpenHint("spending oct", "spending oct"),
    ]
}
