internal import Foundation
public import Model

/// Writes the letter of a month to a path, as `ghostvault report` does.
public typealias LetterWriter =
    @Sendable (Engine, Moment, CalendarMonth, _ path: String) throws -> Void

extension Engine {
    /// Writes the letter of the month before today's, if it is closed and has none.
    ///
    /// - Parameter folder: the folder from "/", which must exist.
    /// - Returns: the path of the new letter; nil for none.
    func writeLetter(to folder: String, by write: LetterWriter) throws -> String? {
        guard let month = try closedMonth() else { return nil }
        let path = "\(folder)/letter-\(month).html"
        guard !FileManager.default.fileExists(atPath: path) else { return nil }
        try write(self, moment, month, path)
        return path
    }
}
