internal import CShippedFiles

/// The default configuration, rules and plugins that are part of the program.
public enum ShippedFiles {
    /// Every file by its path, such as "config/pipeline.toml".
    public static let all: [(path: String, bytes: [UInt8])] = (0..<gv_shipped_file_count())
        .compactMap { position in
            guard let file = gv_shipped_file_at(position)?.pointee else { return nil }
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            return (String(cString: file.path), Array(bytes))
        }

    /// Of one of them, by its path; nil where there is none.
    static func bytes(of path: String) -> [UInt8]? { byPath[path] }

    private static let byPath = Dictionary(
        all.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
}
