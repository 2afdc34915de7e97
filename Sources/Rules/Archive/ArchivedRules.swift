import Model

// Rules as the shipped files declare them. What only people's rules have can't be archived.

extension Rulebook: Archivable {
    package func write(to archive: inout ArchiveWriter) {
        archive.write(rules)
        archive.write(program)
    }

    package init(from archive: inout ArchiveReader) {
        rules = archive.value()
        program = archive.value()
    }
}

extension Rule: Archivable {
    package func write(to archive: inout ArchiveWriter) {
        guard isEnabled, layer == .first, wordings.isEmpty else { ArchiveWriter.refuse(id) }
        archive.write(id)
        archive.write(name)
        switch origin {
        case .shipped(let file): archive.write(file)
        case .stored: archive.write("")
        case .vault, .lua: ArchiveWriter.refuse(id)
        }
        archive.write(priority)
        archive.writeShared { condition.write(to: &$0) }
        archive.writeShared { effect.write(to: &$0) }
        archive.write(stops)
        archive.write(isOfSpending)
        archive.write(isInDoubt)
    }

    package init(from archive: inout ArchiveReader) {
        let (id, name, file) = (archive.text(), archive.text(), archive.text())
        self.init(
            id: id, name: name, origin: file.isEmpty ? .stored : .shipped(file: file),
            priority: archive.int(), condition: archive.shared { $0.value() },
            effect: archive.shared { $0.value() }, stops: archive.bool(),
            isOfSpending: archive.bool(), isInDoubt: archive.bool())
    }
}

extension Effect: Archivable {
    package func write(to archive: inout ArchiveWriter) {
        guard self == Effect(class: self.class, category: category, lens: lens, tags: tags) else {
            ArchiveWriter.refuse("\(self)")
        }
        archive.write(self.class) { $0.write($1) }
        archive.write(category) { $0.write($1) }
        archive.write(lens) { $0.write($1) }
        archive.write(tags)
    }

    package init(from archive: inout ArchiveReader) {
        self.init(
            class: archive.optional { $0.choice() }, category: archive.optional { $0.text() },
            lens: archive.optional { $0.choice() }, tags: archive.texts())
    }
}

extension Condition: Archivable {
    private enum Kind: Int { case all, any, none, text, amount, accountType, always }

    package func write(to archive: inout ArchiveWriter) {
        func write(_ kind: Kind, _ parts: [Condition]) {
            archive.write(kind.rawValue)
            archive.write(parts) { archive, part in archive.writeShared { part.write(to: &$0) } }
        }
        switch self {
        case .all(let parts): write(.all, parts)
        case .any(let parts): write(.any, parts)
        case .none(let parts): write(.none, parts)
        case .text(let field, let test):
            archive.write(Kind.text.rawValue)
            archive.write(field)
            archive.writeShared { test.write(to: &$0) }
        case .amount(let test):
            archive.write(Kind.amount.rawValue)
            archive.write(test)
        case .accountType(let types):
            archive.write(Kind.accountType.rawValue)
            archive.write(types) { $0.write($1) }
        case .always: archive.write(Kind.always.rawValue)
        case .size, .day, .dayOfMonth, .weekday, .month, .pending, .fact, .decided, .history,
            .near:
            ArchiveWriter.refuse("\(self)")
        }
    }

    package init(from archive: inout ArchiveReader) {
        func parts() -> [Condition] { archive.array { $0.shared { $0.value() } } }
        let kind = archive.int()
        switch Kind(rawValue: kind) {
        case .all: self = .all(parts())
        case .any: self = .any(parts())
        case .some(.none): self = .none(parts())
        case .text: self = .text(archive.choice(), archive.shared { $0.value() })
        case .amount: self = .amount(archive.value())
        case .accountType: self = .accountType(archive.array { $0.choice() })
        case .always: self = .always
        case nil: ArchiveReader.isBroken("condition \(kind)")
        }
    }
}

extension TextTest: Archivable {
    private enum Kind: Int {
        case contains, containsWord, startsWith, endsWith, equals, oneOf, anyOf, matches
    }

    package func write(to archive: inout ArchiveWriter) {
        func write(_ kind: Kind, _ text: String) {
            archive.write(kind.rawValue)
            archive.write(text)
        }
        switch self {
        case .contains(let text): write(.contains, text)
        case .containsWord(let text): write(.containsWord, text)
        case .startsWith(let text): write(.startsWith, text)
        case .endsWith(let text): write(.endsWith, text)
        case .equals(let text): write(.equals, text)
        case .matches(let pattern): write(.matches, pattern)
        case .oneOf(let texts):
            archive.write(Kind.oneOf.rawValue)
            archive.write(texts)
        case .anyOf(let tests):
            archive.write(Kind.anyOf.rawValue)
            archive.write(tests) { $0.write($1) }
        }
    }

    package init(from archive: inout ArchiveReader) {
        let kind = archive.int()
        switch Kind(rawValue: kind) {
        case .contains: self = .contains(archive.text())
        case .containsWord: self = .containsWord(archive.text())
        case .startsWith: self = .startsWith(archive.text())
        case .endsWith: self = .endsWith(archive.text())
        case .equals: self = .equals(archive.text())
        case .matches: self = .matches(archive.text())
        case .oneOf: self = .oneOf(archive.texts())
        case .anyOf: self = .anyOf(archive.array { $0.value() })
        case nil: ArchiveReader.isBroken("text test \(kind)")
        }
    }
}

/// Shipped rules only tell incoming money from outgoing.
extension AmountTest: Archivable {
    package func write(to archive: inout ArchiveWriter) {
        switch self {
        case .less(Self.zero): archive.write(false)
        case .greater(Self.zero): archive.write(true)
        default: ArchiveWriter.refuse("\(self)")
        }
    }

    package init(from archive: inout ArchiveReader) {
        self = archive.bool() ? .greater(Self.zero) : .less(Self.zero)
    }

    private static let zero = DecimalAmount(coefficient: 0, decimals: 0)
}
