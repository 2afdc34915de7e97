import Model
import Scripting

/// What the functions of plugins read: the fields that rules read, and what
/// earlier stages decided.
enum PluginFields: Int, CaseIterable {
    case `class`, category, lens, splits

    var name: String {
        switch self {
        case .class: "class"
        case .category: "category"
        case .lens: "lens"
        case .splits: "splits"
        }
    }

    /// The field's place in the layout, behind those that rules read.
    var position: Int { RuleFields.allCases.count + rawValue }

    /// - Parameter position: a field's place in the layout.
    init?(position: Int) {
        self.init(rawValue: position - RuleFields.allCases.count)
    }

    static let layout = RecordLayout(
        typeName: RuleFields.layout.typeName,
        fields: RuleFields.layout.fields + allCases.map { RecordLayout.Field($0.name) },
        shownFields: RuleFields.layout.shownFields, indexes: ViewIndex.allCases.map(\.layout))

    static let vocabulary = Vocabulary(declarations: ["plugin"])

    /// Whether plugins may decide the attribute. Partners are found by the
    /// stage for transfers alone, which sees to it that they are one to one.
    static func isDecidable(_ attribute: Attribute) -> Bool { attribute != .partner }
}

/// How a view is asked for some of its transactions.
enum ViewIndex: Int, CaseIterable {
    case id, payee, account, amount, days

    var layout: RecordLayout.Index {
        switch self {
        case .id: RecordLayout.Index("by_id", parameters: [.integer])
        case .payee: RecordLayout.Index("by_payee", parameters: [.text])
        case .account: RecordLayout.Index("by_account", parameters: [.text])
        case .amount: RecordLayout.Index("by_amount", parameters: [.integer])
        case .days: RecordLayout.Index("between", parameters: [.text, .text])
        }
    }
}
