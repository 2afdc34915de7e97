internal import Foundation
public import Model
internal import Platform
internal import Vault

/// A question that a language model was asked.
public struct AskedQuestion: Codable, Hashable, Sendable {
    /// The day on which it was asked.
    public let day: CalendarDay
    /// Empty if it was forgotten; it still counts on its day.
    public var question: String
    /// The whole body of the request.
    public var sent: String
    public let host: String
    public let model: String
    /// Untrusted; nil if there was none.
    public var answer: String?
    /// Why there was no answer, with the endpoint's own words, which are untrusted.
    public var failure: String?

    public var isForgotten: Bool { question.isEmpty }

    private enum CodingKeys: CodingKey { case day, question, sent, host, model, answer, failure }

    init(day: CalendarDay, question: String, sent: String, host: String, model: String) {
        (self.day, self.question, self.sent) = (day, question, sent)
        (self.host, self.model) = (host, model)
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        day = CalendarDay(daysSinceEpoch: try values.decode(Int32.self, forKey: .day))
        question = try values.decode(String.self, forKey: .question)
        sent = try values.decode(String.self, forKey: .sent)
        host = try values.decode(String.self, forKey: .host)
        model = try values.decode(String.self, forKey: .model)
        answer = try values.decodeIfPresent(String.self, forKey: .answer)
        failure = try values.decodeIfPresent(String.self, forKey: .failure)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(day.daysSinceEpoch, forKey: .day)
        try values.encode(question, forKey: .question)
        try values.encode(sent, forKey: .sent)
        try values.encode(host, forKey: .host)
        try values.encode(model, forKey: .model)
        try values.encodeIfPresent(answer, forKey: .answer)
        try values.encodeIfPresent(failure, forKey: .failure)
    }
}

/// The questions of the last 180 days, in a file of the vault that only its owner can read.
///
/// It is no part of the database, so that no backup, undo or export has it.
struct QuestionLog {
    private let path: String
    private(set) var entries: [AskedQuestion]

    static let days = 180

    /// - Throws: `EngineError.cannotRead` if the file is something else.
    init(of folder: VaultFolder, on today: CalendarDay) throws {
        path = folder.questionsPath
        guard FileManager.default.fileExists(atPath: path) else {
            entries = []
            return
        }
        let bytes = try FileReader.bytes(ofOrdinaryFile: path)
        do {
            entries = try JSONDecoder().decode([AskedQuestion].self, from: Data(bytes))
        } catch {
            throw EngineError.cannotRead(path: path, reason: "it is not a log of questions")
        }
        let first = today.adding(days: 1 - Self.days)
        entries.removeAll { $0.day < first }
    }

    /// How many questions were sent on a day.
    func count(on day: CalendarDay) -> Int { entries.count { $0.day == day } }

    /// Adds a question, or replaces the last one.
    mutating func store(_ entry: AskedQuestion, replacingLast: Bool = false) throws {
        if replacingLast { entries.removeLast() }
        entries.append(entry)
        try write()
    }

    mutating func removeLast() throws {
        entries.removeLast()
        try write()
    }

    /// Deletes all questions and answers. That today's were asked stays, because they count.
    ///
    /// - Returns: how many there were.
    mutating func forget(on today: CalendarDay) throws -> Int {
        let count = entries.count { !$0.isForgotten }
        entries.removeAll { $0.day != today }
        for index in entries.indices {
            let old = entries[index]
            entries[index] = AskedQuestion(
                day: old.day, question: "", sent: "", host: old.host, model: old.model)
        }
        try write()
        return count
    }

    private func write() throws {
        guard !entries.isEmpty else {
            guard FileManager.default.fileExists(atPath: path) else { return }
            return try FileManager.default.removeItem(atPath: path)
        }
        let draft = try DraftFile(of: path)
        let file = FileHandle(fileDescriptor: draft.descriptor, closeOnDealloc: false)
        try file.write(contentsOf: try JSONEncoder().encode(entries))
        try draft.replace()
    }
}
