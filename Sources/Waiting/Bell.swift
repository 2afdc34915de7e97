internal import CWaitShim

/// Wakes a ``Waiter`` from any thread.
public struct Bell: Sendable {
    let handle: ShimHandle

    public func ring() { wait_shim_ring(handle.shim) }
}
