internal import Classification
internal import Model
internal import Scripting

/// Reads `on(kind, options, function)` declarations of one file, and gathers all
/// that is wrong in them.
struct HandlerReader {
    let file: String
    let categories: CategoryTree
    private var names: Set<String> = []
    private var counts: [String: Int] = [:]

    init(file: String, categories: CategoryTree) {
        self.file = file
        self.categories = categories
    }

    /// - Returns: the handler, or nil where something is wrong.
    mutating func handler(_ declaration: Declaration, _ mistakes: inout Mistakes) -> Handler? {
        guard let kind = kind(of: declaration, &mistakes) else { return nil }
        var values = declaration.values
        guard case .function(let function) = values.last, values.count > 1 else {
            mistakes.add(
                "\"on\" ends with what to do, as in on(\"\(kind.rawValue)\", function(e) … end)",
                at: .value(max(0, values.count - 1)))
            return nil
        }
        values.removeLast()
        let reader = OptionReader(kind: kind, categories: categories)
        let (options, name) = reader.read(
            values.count > 1 ? values[1] : .nil, at: .value(1), &mistakes)
        let subscription = EventSubscription(kind, options)
        guard mistakes.all.isEmpty else { return nil }
        if let name, !names.insert(name).inserted {
            mistakes.add(
                "there are two handlers named \"\(name)\" in this file",
                at: .value(1).field(OptionReader.nameOption))
            return nil
        }
        return Handler(
            id: id(name, subscription), name: name, file: file, line: declaration.line,
            subscription: subscription, function: function)
    }

    private func kind(of declaration: Declaration, _ mistakes: inout Mistakes) -> EventKind? {
        guard case .string(let name) = declaration.value else {
            mistakes.add(
                "\"on\" begins with the kind of event, as in "
                    + "on(\"large_transaction\", { over = 500 }, function(e) … end)", at: .whole)
            return nil
        }
        guard let kind = EventKind(rawValue: name) else {
            mistakes.add(
                "there is no event \"\(name)\""
                    + Suggestion.phrase(for: name, among: EventKind.allCases.map(\.rawValue)),
                at: .whole)
            return nil
        }
        return kind
    }

    private mutating func id(_ name: String?, _ subscription: EventSubscription) -> String {
        if let name { return "\(file) \"\(name)\"" }
        let number = counts[subscription.key, default: 0] + 1
        counts[subscription.key] = number
        return "\(file) \(subscription.key)" + (number == 1 ? "" : " (\(number))")
    }
}
