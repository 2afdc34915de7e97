/// The strongly connected parts of a graph (Tarjan 1972), walked without
/// recursion.
struct StrongParts {
    private(set) var parts: [[Int]] = []

    /// - Parameter nextNodes: by node, the nodes that it leads to.
    init(_ nextNodes: [[Int]]) {
        let count = nextNodes.count
        var order = [Int](repeating: 0, count: count)
        var lowest = [Int](repeating: 0, count: count)
        var isOpen = [Bool](repeating: false, count: count)
        var open: [Int] = []
        var visited = 0
        for start in 0..<count where order[start] == 0 {
            var path = [(node: start, next: 0)]
            while let (node, next) = path.last {
                if next == 0 {
                    visited += 1
                    order[node] = visited
                    lowest[node] = visited
                    open.append(node)
                    isOpen[node] = true
                }
                if next < nextNodes[node].count {
                    path[path.count - 1].next += 1
                    let following = nextNodes[node][next]
                    if order[following] == 0 {
                        path.append((following, 0))
                    } else if isOpen[following] {
                        lowest[node] = min(lowest[node], order[following])
                    }
                    continue
                }
                path.removeLast()
                if let (previous, _) = path.last {
                    lowest[previous] = min(lowest[previous], lowest[node])
                }
                guard lowest[node] == order[node] else { continue }
                var part: [Int] = []
                repeat {
                    part.append(open.removeLast())
                    isOpen[part[part.count - 1]] = false
                } while part[part.count - 1] != node
                parts.append(part)
            }
        }
    }
}
