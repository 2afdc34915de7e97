import CExpat

/// A part of an XML document, as a list of elements that know their parents' positions.
///
/// No recursion: its depth and size are the file's.
struct XMLTree {
    struct Element {
        let name: String
        let parent: Int
        var text: [UInt8] = []
        /// The attribute Ccy; empty if there is none.
        var currency = ""
        var children: [Int] = []
    }

    /// The line of the file on which it begins.
    let line: Int
    fileprivate(set) var elements: [Element]

    /// The elements below one that a path leads to: "NtryDtls/TxDtls".
    func all(_ path: String, below root: Int = 0) -> [Int] {
        var found = [root]
        for name in path.split(separator: "/") {
            found = found.flatMap { elements[$0].children.filter { elements[$0].name == name } }
        }
        return found
    }

    /// The text of the first element that one of the paths leads to, with text in it.
    func text(_ paths: String..., below root: Int = 0) -> String {
        for path in paths {
            for element in all(path, below: root) where !elements[element].text.isEmpty {
                let text = FieldValue.clean(String(decoding: elements[element].text, as: UTF8.self))
                if !text.isEmpty { return text }
            }
        }
        return ""
    }
}

/// Reads the elements of a document one after the other by Expat, so that a large file needs
/// the memory of its largest element.
final class XMLElements {
    private let names: Set<String>
    private let take: (XMLTree) -> Void
    private let parser: XML_Parser
    private var tree: XMLTree?
    private var current = 0
    private var depth = 0
    private var isRefused = false

    private static let deepest = 64
    private static let most = 1_000_000
    private static let longestText = 64 * 1024

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - names: the elements to hand over, each whole.
    ///   - take: called with each.
    /// - Throws: ``StatementError/malformed(line:)`` also for a document type, whose entities
    ///   are what attacks are made of, and for elements more than 64 deep.
    static func read(
        _ text: String, named names: Set<String>, _ take: (XMLTree) -> Void
    ) throws(StatementError) {
        guard let parser = XML_ParserCreate("UTF-8") else { throw .tooLarge }
        defer { XML_ParserFree(parser) }
        let line: Int? = withoutActuallyEscaping(take) { take in
            let elements = XMLElements(names: names, parser: parser, take: take)
            return elements.parse(text)
        }
        if let line { throw .malformed(line: line) }
    }

    private init(names: Set<String>, parser: XML_Parser, take: @escaping (XMLTree) -> Void) {
        (self.names, self.parser, self.take) = (names, parser, take)
    }

    /// The line of the first mistake, or nil.
    private func parse(_ text: String) -> Int? {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name else { return }
                XMLElements.from(data)?.begin(XMLElements.local(name), attributes)
            },
            { data, _ in XMLElements.from(data)?.end() })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text, count > 0 else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            XMLElements.from(data)?.append(bytes)
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            XMLElements.from(data)?.refuse()
        }
        var text = text
        let isWell = text.withUTF8 { bytes in
            var start = 0
            repeat {
                let count = min(bytes.count - start, 1 << 20)
                let isLast: Int32 = start + count == bytes.count ? 1 : 0
                let status = bytes[start..<start + count].withMemoryRebound(to: CChar.self) {
                    XML_Parse(parser, $0.baseAddress, Int32(count), isLast)
                }
                guard status == XML_STATUS_OK else { return false }
                start += count
            } while start < bytes.count
            return true
        }
        return isWell && !isRefused ? nil : Int(XML_GetCurrentLineNumber(parser))
    }

    private func begin(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        depth += 1
        guard depth <= Self.deepest else { return refuse() }
        if tree != nil {
            add(name, attributes)
        } else if names.contains(name) {
            tree = XMLTree(line: Int(XML_GetCurrentLineNumber(parser)), elements: [])
            add(name, attributes)
        }
    }

    private func add(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard var tree else { return }
        guard tree.elements.count < Self.most else { return refuse() }
        self.tree = nil
        var element = XMLTree.Element(name: name, parent: current)
        var index = 0
        while let attributes, let key = attributes[index], let value = attributes[index + 1] {
            if String(cString: key) == "Ccy" { element.currency = String(cString: value) }
            index += 2
        }
        let position = tree.elements.count
        if position > 0 { tree.elements[current].children.append(position) }
        tree.elements.append(element)
        current = position
        self.tree = tree
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        guard let count = tree?.elements[current].text.count else { return }
        guard count + bytes.count <= Self.longestText else { return refuse() }
        tree?.elements[current].text.append(contentsOf: bytes)
    }

    private func end() {
        depth -= 1
        guard let ended = tree else { return }
        guard current == 0 else {
            current = ended.elements[current].parent
            return
        }
        tree = nil
        take(ended)
    }

    private func refuse() {
        isRefused = true
        XML_StopParser(parser, XML_Bool(0))
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLElements? {
        data.map { Unmanaged<XMLElements>.fromOpaque($0).takeUnretainedValue() }
    }

    /// A name without its namespace's prefix.
    private static func local(_ name: UnsafePointer<CChar>) -> String {
        let name = String(cString: name)
        return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
