public import Classification
public import Vault

/// Whether a plugin's files are the ones that may run.
public enum PluginTrust: Hashable, Sendable {
    /// They are the program's own.
    case shipped
    /// They are byte for byte what the person approved, in POSIX seconds.
    case approved(at: Int64)
    /// They differ from what was approved then.
    case changed(since: Int64)
    /// Nothing of that name was ever approved.
    case never

    public init(_ source: PluginSource, shipped: PluginSource?, approval: PluginApproval?) {
        if source.isShipped || shipped.map({ Self.isSame($0.files, source.files) }) == true {
            self = .shipped
        } else if let approval {
            let approved = approval.files.map {
                PluginSource.File(path: $0.path, bytes: $0.bytes)
            }
            self =
                Self.isSame(approved, source.files)
                ? .approved(at: approval.approvedAt) : .changed(since: approval.approvedAt)
        } else {
            self = .never
        }
    }

    /// Whether the plugin may run.
    public var isGiven: Bool {
        switch self {
        case .shipped, .approved: true
        case .changed, .never: false
        }
    }

    /// By their bytes: equal texts can differ in those.
    private static func isSame(_ left: [PluginSource.File], _ right: [PluginSource.File]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy {
                $0.path.utf8.elementsEqual($1.path.utf8) && $0.bytes == $1.bytes
            }
    }
}
