#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Where the user's session bus listens, on which the desktop's services are.
public struct SessionBusAddress: Hashable, Sendable {
    /// As D-Bus writes it, such as "unix:path=/run/user/1000/bus".
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    /// The bus that an environment names: by DBUS_SESSION_BUS_ADDRESS, else by
    /// the socket `bus` in XDG_RUNTIME_DIR.
    ///
    /// Nil where it names none, as without a desktop. No bus is started, and
    /// nothing is connected to.
    public init?(environment: [String: String]) {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            self.init(address)
        } else if let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty,
            Self.isSocket(folder + "/bus")
        {
            self.init("unix:path=" + Self.escaped(folder + "/bus"))
        } else {
            return nil
        }
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// All but letters, digits and some marks is written as its bytes in an
    /// address.
    private static func escaped(_ path: String) -> String {
        let plain = Set("-_/.0123456789".utf8)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return path.utf8.reduce(into: "") { escaped, byte in
            if plain.contains(byte) || letters.contains(byte | 0x20) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                escaped += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
    }
}
