import Model

extension Snapshot {
    /// The position of a transaction by its number.
    func row(of id: Int64) -> Int? {
        var low = 0
        var high = transactions.count
        while low < high {
            let middle = (low + high) / 2
            if transactions[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < transactions.count && transactions[low].id == id ? low : nil
    }
}
