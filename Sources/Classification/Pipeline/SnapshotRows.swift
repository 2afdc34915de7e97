import Model

extension Snapshot {
    /// The position of a transaction, found by the order of their ids.
    func row(of transaction: Int64) -> Int? {
        var range = 0..<transactions.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let id = transactions[middle].id
            if id == transaction { return middle }
            range = id < transaction ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
