import CLuaShim

/// The host's words in one block of bytes, so that the shim can point into it.
struct WordList {
    private var bytes: [UInt8] = []
    private var words: [Word] = []

    private struct Word {
        let kind: gv_word_kind
        let range: Range<Int>
        var parameters: [RecordLayout.Index.Parameter] = []
        var mostValues = 0

        func parameter(_ position: Int) -> gv_parameter {
            guard position < parameters.count else { return .none }
            return switch parameters[position] {
            case .text: .text
            case .integer: .integer
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
        for index in layout.indexes {
            add(.index, index.name) { $0.parameters = index.parameters }
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
        // Ends every word, and gives an empty list an address.
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
                        second: word.parameter(1))
                })
        }
    }
}
