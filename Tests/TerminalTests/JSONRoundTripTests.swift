import Foundation
import Model
import Terminal
import TestSupport
import Testing

@Suite("JSON round trip")
struct JSONRoundTripTests {
    @Test("another reader finds what was written", arguments: [true, false])
    func roundTrip(isPretty: Bool) throws {
        var random = RandomNumbers(seed: 7)
        for _ in 0..<500 {
            let tree = Tree.random(depth: 4, using: &random)
            let transcript = Transcript()
            var json = transcript.writer(isPretty ? .pretty : .compact)
            json.array { tree.write(to: &$0) }
            try json.flush()
            let read = try JSONSerialization.jsonObject(with: Data(transcript.text.utf8))
            let elements = try #require(read as? [Any])
            try #require(elements.count == 1)
            #expect(tree.isEqual(to: elements[0]))
        }
    }

    @Test("written JSON has nothing left to neutralise, variation selectors aside")
    func harmless() throws {
        var random = RandomNumbers(seed: 8)
        for _ in 0..<2_000 {
            let text = String(
                random.text(upTo: 40).unicodeScalars.filter { !$0.properties.isVariationSelector })
            let transcript = Transcript()
            var json = transcript.writer(.compact)
            json.array { $0.element(text) }
            try json.flush()
            let line = String(transcript.text.dropLast())
            #expect(SafeText.neutralised(line) == line)
        }
    }
}

/// A JSON value of any shape.
private indirect enum Tree {
    case null
    case truth(Bool)
    case number(Int64)
    case text(String)
    case array([Tree])
    case object([(name: String, value: Tree)])

    static func random(depth: Int, using random: inout RandomNumbers) -> Tree {
        switch Int.random(in: 0...(depth > 0 ? 6 : 3), using: &random) {
        case 0: return .null
        case 1: return .truth(.random(using: &random))
        case 2: return .number(.random(in: .min ... .max, using: &random))
        case 3: return .text(random.text(upTo: 20))
        case 4, 5:
            let count = Int.random(in: 0...4, using: &random)
            return .array((0..<count).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            let count = Int.random(in: 0...4, using: &random)
            return .object(
                (0..<count).map { position in
                    (
                        "\(position) \(random.text(upTo: 6))",
                        .random(depth: depth - 1, using: &random)
                    )
                })
        }
    }

    func write(to array: inout JSONArray) {
        switch self {
        case .null: array.null()
        case .truth(let truth): array.element(truth)
        case .number(let number): array.element(number)
        case .text(let text): array.element(text)
        case .array(let elements):
            array.array { inner in
                for element in elements { element.write(to: &inner) }
            }
        case .object(let fields):
            array.object { inner in
                for field in fields { field.value.write(as: field.name, to: &inner) }
            }
        }
    }

    func isEqual(to read: Any) -> Bool {
        switch self {
        case .null: read is NSNull
        case .truth(let truth): (read as? NSNumber)?.boolValue == truth
        case .number(let number): (read as? NSNumber)?.int64Value == number
        case .text(let text): (read as? String)?.utf8.elementsEqual(text.utf8) == true
        case .array(let elements): areEqual(elements, to: read as? [Any])
        case .object(let fields): areEqual(fields, to: read as? [String: Any])
        }
    }

    private func write(as name: String, to object: inout JSONObject) {
        switch self {
        case .null: object.null(name)
        case .truth(let truth): object.field(name, truth)
        case .number(let number): object.field(name, number)
        case .text(let text): object.field(name, text)
        case .array(let elements):
            object.array(name) { inner in
                for element in elements { element.write(to: &inner) }
            }
        case .object(let fields):
            object.object(name) { inner in
                for field in fields { field.value.write(as: field.name, to: &inner) }
            }
        }
    }

    private func areEqual(_ elements: [Tree], to read: [Any]?) -> Bool {
        guard let read, read.count == elements.count else { return false }
        return zip(elements, read).allSatisfy { $0.isEqual(to: $1) }
    }

    private func areEqual(
        _ fields: [(name: String, value: Tree)], to read: [String: Any]?
    ) -> Bool {
        guard let read, read.count == fields.count else { return false }
        return fields.allSatisfy { field in read[field.name].map(field.value.isEqual) ?? false }
    }
}
