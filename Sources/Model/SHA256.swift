/// The hash function SHA-256 of FIPS 180-4.
public struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c,
        0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// The bytes of an incomplete block.
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    public init() {}

    /// Adds bytes behind those that were added before.
    public mutating func add(_ bytes: [UInt8]) {
        byteCount += UInt64(bytes.count)
        pending += bytes
        var start = 0
        while pending.count - start >= 64 {
            addBlock(pending[start..<start + 64])
            start += 64
        }
        pending.removeFirst(start)
    }

    /// The 32 bytes of the hash of some bytes.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.add(bytes)
        return hash.digest()
    }

    /// The 32 bytes of the hash of all that was added.
    public func digest() -> [UInt8] {
        var last = self
        let padding = (119 - Int(byteCount % 64)) % 64
        last.add([0x80] + [UInt8](repeating: 0, count: padding))
        last.add(Self.bytes(of: byteCount * 8))
        return last.state.flatMap(Self.bytes)
    }

    private mutating func addBlock(_ block: ArraySlice<UInt8>) {
        // Plain loops and masking shifts: every pass hashes all of its sources, and without
        // optimisation ranges and the shifts that check take several times as long.
        var words = [UInt32](repeating: 0, count: 64)
        var position = 0
        while position < 16 {
            let start = block.startIndex &+ 4 &* position
            let high = UInt32(block[start]) &<< 24 | UInt32(block[start &+ 1]) &<< 16
            words[position] = high | UInt32(block[start &+ 2]) &<< 8 | UInt32(block[start &+ 3])
            position &+= 1
        }
        while position < 64 {
            let near = words[position &- 2], far = words[position &- 15]
            let nearMix = near.rotated(17) ^ near.rotated(19) ^ near &>> 10
            let farMix = far.rotated(7) ^ far.rotated(18) ^ far &>> 3
            words[position] =
                words[position &- 16] &+ farMix &+ words[position &- 7] &+ nearMix
            position &+= 1
        }
        // The standard's names.
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        let constants = Self.constants
        position = 0
        while position < 64 {
            let choice = e & f ^ ~e & g
            let majority = a & b ^ a & c ^ b & c
            let first =
                h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice
                &+ constants[position] &+ words[position]
            let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
            position &+= 1
        }
        for (position, value) in [a, b, c, d, e, f, g, h].enumerated() {
            state[position] &+= value
        }
    }

    private static func bytes<Word: FixedWidthInteger>(of word: Word) -> [UInt8] {
        stride(from: Word.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: word >> Word($0))
        }
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
        0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
        0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
        0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
        0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension UInt32 {
    fileprivate func rotated(_ count: UInt32) -> UInt32 {
        self &>> count | self &<< (32 &- count)
    }
}

/// The keyed hash of RFC 2104, over SHA-256.
public enum HMAC {
    /// - Parameter key: of any length; 32 bytes are as strong as it gets.
    /// - Returns: 32 bytes that can't be computed without the key.
    public static func sha256(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = key.count > blockSize ? hash([], key) : key
        let block = key + [UInt8](repeating: 0, count: blockSize - key.count)
        let inner = hash(block.map { $0 ^ 0x36 }, message)
        return hash(block.map { $0 ^ 0x5C }, inner)
    }

    private static let blockSize = 64

    private static func hash(_ start: [UInt8], _ rest: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.add(start)
        hash.add(rest)
        return hash.digest()
    }
}

extension Sequence<UInt8> {
    /// Two lowercase hexadecimal digits for each byte, without separators.
    public var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
