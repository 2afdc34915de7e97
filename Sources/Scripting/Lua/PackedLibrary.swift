import CLuaShim

/// A library in the shim's memory layout: strings and tables in blocks that stay in place until the
/// last sandbox is gone. It is created when the first sandbox in this process needs it.
///
/// Unchecked because raw memory is not `Sendable`; nothing changes after creation.
final class PackedLibrary: @unchecked Sendable {
    private let modules: [ScriptModule]
    private let maps: [ScriptMap]
    private let brokenMaps: [String]
    private let folder: String
    private let lock = Lock()
    private let arena = Arena()
    private var packed: UnsafeMutablePointer<gv_library>?
    private var foundDigest: [UInt8]?

    init(modules: [ScriptModule], maps: [ScriptMap], brokenMaps: [String], folder: String) {
        self.modules = modules
        self.maps = maps
        self.brokenMaps = brokenMaps
        self.folder = folder
    }

    deinit {
        packed?.deallocate()
    }

    /// The digest of the whole content, computed once.
    func digest(_ find: () -> [UInt8]) -> [UInt8] {
        lock.lock()
        defer { lock.unlock() }
        if let foundDigest { return foundDigest }
        let digest = find()
        foundDigest = digest
        return digest
    }

    var forShim: UnsafePointer<gv_library> {
        lock.lock()
        defer { lock.unlock() }
        if let packed { return UnsafePointer(packed) }
        let packedModules = modules.map { arena.pack($0) }
        let packedMaps = maps.map { arena.pack($0) }
        let packedBrokenMaps = brokenMaps.map { arena.text($0.utf8) }
        let new = UnsafeMutablePointer<gv_library>.allocate(capacity: 1)
        new.initialize(
            to: gv_library(
                modules: arena.list(packedModules), module_count: modules.count,
                maps: arena.list(packedMaps), map_count: maps.count,
                broken_maps: arena.list(packedBrokenMaps), broken_map_count: brokenMaps.count,
                folder: arena.text(folder.utf8)))
        packed = new
        return UnsafePointer(new)
    }
}

/// Memory blocks that are freed together.
private final class Arena {
    private var blocks: [UnsafeMutableRawPointer] = []

    deinit {
        for block in blocks { block.deallocate() }
    }

    func list<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
        // One more than needed, so that an empty list has an address.
        let list = UnsafeMutablePointer<Element>.allocate(capacity: elements.count + 1)
        blocks.append(UnsafeMutableRawPointer(list))
        for (index, element) in elements.enumerated() {
            (list + index).initialize(to: element)
        }
        return list
    }

    func text(_ bytes: some Collection<UInt8>) -> gv_text {
        let copy = list(bytes.map { CChar(bitPattern: $0) })
        return gv_text(bytes: copy, length: bytes.count)
    }

    func pack(_ module: ScriptModule) -> gv_module {
        gv_module(
            name: text(module.name.utf8), source: text(module.source),
            chunk_name: text(module.chunkName.utf8))
    }

    func pack(_ map: ScriptMap) -> gv_map {
        let entries = map.entries.map { entry in
            let key = text(entry.key.utf8)
            let folded = list([CChar](repeating: 0, count: key.length))
            let length = gv_fold_map_key(key, folded)
            return gv_map_entry(key: key, folded_key: gv_text(bytes: folded, length: length))
        }
        let values = map.entries.flatMap { entry in
            map.columns.indices.map { column in
                field(entry.values.indices.contains(column) ? entry.values[column] : .nil)
            }
        }
        let order = entries.indices.sorted { one, other in
            let order = gv_compare_map_keys(entries[one].folded_key, entries[other].folded_key)
            return order == 0 ? one < other : order < 0
        }
        return gv_map(
            name: text(map.name.utf8), columns: list(map.columns.map { text($0.utf8) }),
            column_count: map.columns.count, entries: list(entries), entry_count: entries.count,
            values: list(values), order: list(order.map { UInt32($0) }))
    }

    private func field(_ value: ScriptValue) -> gv_field {
        switch value {
        case .boolean(let boolean):
            return gv_field(value: gv_field_value(boolean: boolean), length: 0, kind: .boolean)
        case .integer(let integer):
            return gv_field(value: gv_field_value(integer: integer), length: 0, kind: .integer)
        case .number(let number):
            return gv_field(value: gv_field_value(number: number), length: 0, kind: .number)
        case .string(let string):
            let bytes = list(Array(string.utf8))
            return gv_field(
                value: gv_field_value(text: bytes), length: UInt32(clamping: string.utf8.count),
                kind: .text)
        case .nil, .table, .function, .constructed:
            return gv_field(value: gv_field_value(integer: 0), length: 0, kind: .nil)
        }
    }
}

/// The host's words in a single block of bytes that the shim points into.
struct WordList {
    private var bytes: [UInt8] = []
    private var words: [Word] = []

    private struct Word {
        let kind: gv_word_kind
        let range: Range<Int>
        var parameters: [RecordLayout.Index.Parameter] = []
        var result = RecordLayout.Index.Result.records
        var mostValues = 0

        var shimResult: gv_result {
            switch result {
            case .records: .records
            case .view: .view
            case .value: .value
            }
        }

        func parameter(_ position: Int) -> gv_parameter {
            guard position < parameters.count else { return .none }
            return switch parameters[position] {
            case .text: .text
            case .integer: .integer
            case .value: .value
            }
        }
    }

    init(layout: RecordLayout, vocabulary: Vocabulary) {
        add(.record_type, layout.typeName)
        for field in layout.fields {
            add(field.isSearchable ? .searchable_field : .field, field.name)
        }
        for field in layout.shownFields { add(.shown_field, field) }
        for word in vocabulary.declarations {
            add(.declaration, word.name) { $0.mostValues = word.mostValues }
        }
        for word in vocabulary.constructors { add(.constructor, word) }
        for word in vocabulary.requests {
            add(.request, word.name) { $0.mostValues = word.mostValues }
        }
        for word in vocabulary.queries { add(.query, word) { $0.mostValues = 1 } }
        for index in layout.indexes {
            add(.index, index.name) {
                $0.parameters = index.parameters
                $0.result = index.result
            }
        }
    }

    private mutating func add(
        _ kind: gv_word_kind, _ word: String, _ describe: (inout Word) -> Void = { _ in }
    ) {
        let start = bytes.count
        bytes.append(contentsOf: word.utf8)
        var added = Word(kind: kind, range: start..<bytes.count)
        describe(&added)
        words.append(added)
        // Terminates every word, and gives an empty list an address.
        bytes.append(0)
    }

    func withWords<Result>(_ body: ([gv_word]) -> Result) -> Result {
        bytes.withUnsafeBytes { block in
            body(
                words.map { word in
                    gv_word(
                        kind: word.kind,
                        bytes: block.baseAddress.map {
                            ($0 + word.range.lowerBound).assumingMemoryBound(to: CChar.self)
                        },
                        length: word.range.count, most_values: UInt32(word.mostValues),
                        first: word.parameter(0),
                        second: word.parameter(1), result: word.shimResult)
                })
        }
    }
}
