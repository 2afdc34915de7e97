/// What a script answered about records, as bytes to store. A record is known by its id.
public struct AnswerArchive: Sendable {
    /// An archived answer.
    public struct Entry: Sendable, Hashable {
        public let record: Int64
        /// Whether it is one of a call over many records.
        public let isOfMany: Bool
        public let answer: ScriptAnswer
    }

    private var writer = MessageWriter()

    public init() {}

    /// The bytes; nil if there are too many to store.
    public var bytes: [UInt8]? {
        writer.bytes.count <= Self.mostBytes ? writer.bytes : nil
    }

    public mutating func add(_ answer: ScriptAnswer, of record: Int64, isOfMany: Bool) {
        guard writer.bytes.count <= Self.mostBytes else { return }
        writer.put(record)
        writer.put(isOfMany)
        writer.put(answer)
    }

    /// The entries in the order in which they were added; nil if the bytes are no archive.
    public static func entries(in bytes: [UInt8]) -> [Entry]? {
        var reader = MessageReader(bytes)
        var entries: [Entry] = []
        do {
            while reader.rest > 0 {
                entries.append(
                    Entry(
                        record: try reader.number(), isOfMany: try reader.boolean(),
                        answer: try reader.answer()))
            }
        } catch {
            return nil
        }
        return entries
    }

    /// Some hundred thousand answers.
    private static let mostBytes = 16 << 20
}
