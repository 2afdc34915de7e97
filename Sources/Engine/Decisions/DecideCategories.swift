internal import Foundation
internal import Model
internal import Vault

/// Why a category can't be changed as the user wants.
public enum CategoryError: Error, Hashable, Sendable {
    case exists(String)
    case unusableName(String)
    case unusableID(String)
    /// "other" holds what nothing else names.
    case isNeeded(String)
    /// A category can't be a part of itself, or become one of its parts.
    case isWithin(String, other: String)
}

/// A change of a category; nil leaves a part as it is.
public struct CategoryEdit: Hashable, Sendable {
    public var name: String?
    /// The id of the parent; empty for none.
    public var parent: String?
    /// The name of a lens; empty for that of the parent.
    public var lens: String?
    /// Empty for none.
    public var icon: String?
    /// Empty for none.
    public var colour: String?

    public init() {}

    fileprivate func apply(to change: inout CategoryChange) {
        change.name = name ?? change.name
        change.parent = parent ?? change.parent
        change.lens = lens ?? change.lens
        change.icon = icon ?? change.icon
        change.colour = colour ?? change.colour
    }
}

extension Engine {
    /// Adds a category of spending.
    ///
    /// - Parameters:
    ///   - id: nil for one made from the name.
    ///   - summary: the command, for `history`.
    /// - Returns: its id, with the pass that followed.
    public func addCategory(
        _ name: String, id: String?, _ edit: CategoryEdit, summary: String
    ) throws -> (id: String, classified: ClassifyReport) {
        let tree = try categories()
        let id = id ?? Self.categoryID(of: name)
        let isPlain = id.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
        guard !id.isEmpty, isPlain, id.count <= 40 else { throw CategoryError.unusableID(id) }
        guard tree[id] == nil || tree.resolved(id) != id else { throw CategoryError.exists(id) }
        var edit = edit
        edit.name = name
        try check(edit, of: id, in: tree)
        var change = try vault.categoryChanges().first { $0.id == id } ?? CategoryChange(id: id)
        // One that was merged before is there again.
        change.mergedInto = nil
        edit.apply(to: &change)
        let isNew = change.position == nil
        let report = try classifying {
            try vault.decide(change, isNew: isNew, summary: summary)
        }.classified
        return (id, report)
    }

    /// Changes a category's name, parent, lens, icon or colour.
    ///
    /// - Parameter id: of a known category.
    public func changeCategory(
        _ id: String, _ edit: CategoryEdit, summary: String
    ) throws -> ClassifyReport {
        let tree = try categories()
        try check(edit, of: id, in: tree)
        var change = try vault.categoryChanges().first { $0.id == id } ?? CategoryChange(id: id)
        edit.apply(to: &change)
        return try classifying { try vault.decide(change, summary: summary) }.classified
    }

    /// Makes a category part of another. What rules, maps and the user set to it is in the
    /// other from then on.
    ///
    /// - Parameters:
    ///   - id: of a known category.
    ///   - target: of another one.
    public func mergeCategory(
        _ id: String, into target: String, summary: String
    ) throws -> ClassifyReport {
        let change = try merged(id, into: target)
        return try classifying { try vault.decide(change, summary: summary) }.classified
    }

    /// The change that makes a category part of another.
    func merged(_ id: String, into target: String) throws -> CategoryChange {
        let tree = try categories()
        guard id != lastCategory else { throw CategoryError.isNeeded(id) }
        guard !tree.isCategory(target, within: id) else {
            throw CategoryError.isWithin(target, other: id)
        }
        var change = try vault.categoryChanges().first { $0.id == id } ?? CategoryChange(id: id)
        change.mergedInto = target
        return change
    }

    /// The id of the category for what nothing else names.
    private var lastCategory: String { "other" }

    private func check(_ edit: CategoryEdit, of id: String, in tree: CategoryTree) throws {
        if let name = edit.name {
            let isUsable =
                name.contains { $0.isLetter || $0.isNumber } && name.count <= 60
                && !name.contains(where: \.isNewline)
            guard isUsable, SafeText.neutralised(name) == name else {
                throw CategoryError.unusableName(name)
            }
            let twin = tree.categories.first {
                $0.id != id && $0.name.lowercased() == name.lowercased()
            }
            if let twin { throw CategoryError.exists(twin.id) }
        }
        if let parent = edit.parent, !parent.isEmpty, tree.isCategory(parent, within: id) {
            throw CategoryError.isWithin(parent, other: id)
        }
    }

    /// An id from the words of a name: "Pets & Vets" is "pets-vets".
    static func categoryID(of name: String) -> String {
        name.folding(options: .diacriticInsensitive, locale: nil).lowercased()
            .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    }
}
