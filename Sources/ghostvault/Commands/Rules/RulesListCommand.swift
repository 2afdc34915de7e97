import ArgumentParser
import Engine

struct RulesListCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List rules: where they are from, whether they are on, what they match.",
        discussion: """
            Your own rules, in the order in which they are asked; --all has those that come with \
            the program too, as does --search.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    enum Order: String, ExpressibleByArgument, CaseIterable {
        case order, name
    }

    @Option(help: "By the order in which they are asked, or by name.")
    var sort = Order.order

    @Option(help: "Only rules with this text in their name or in what \"rules list\" calls them.")
    var search: String?

    @Flag(help: "Also the rules that come with the program.")
    var all = false

    func run(on screen: Screen) throws {
        let list = try vault.engine().rules()
        var rules = list.rules.filter { rule in
            // One that was switched off is the person's own decision.
            all || search != nil || rule.kind != .builtIn || !rule.isEnabled
        }
        if let search = search?.lowercased() {
            rules = rules.filter {
                $0.name.lowercased().contains(search)
                    || $0.reference.lowercased().contains(search)
            }
        }
        if sort == .name {
            rules = rules.enumerated().sorted { left, right in
                (left.element.name.lowercased(), left.offset)
                    < (right.element.name.lowercased(), right.offset)
            }.map(\.element)
        }
        let view = RuleListView(screen: screen)
        if output.json {
            try view.showJSON(rules)
        } else {
            let areSomeHidden = !all && search == nil && rules.count < list.rules.count
            try view.show(rules, areSomeHidden: areSomeHidden)
        }
        if list.isNewerThanLastPass {
            try screen.warn(
                "Rules or settings changed since the last pass. What the rules match is counted "
                    + "by them as they are now; \"ghostvault apply-rules\" classifies by them too.")
        }
        try RuleProblemsView(screen: screen).show(list.leftOut)
        if !list.leftOut.isEmpty || rules.contains(where: { !$0.problems.isEmpty }) {
            throw PartialResult(.rules)
        }
    }
}
