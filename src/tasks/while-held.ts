/** Keeps a lease for as long as work takes. */
import type { Lease } from './lease.ts'

/**
 * `work` receives a signal that fires when the lease was lost, and shortly before another server could take it if the
 * database does not answer.
 */
export async function whileHeld<T>(
  lease: Pick<Lease, 'time' | 'left' | 'hold'>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const step = lease.time / 10
  let renewal: Promise<void> | undefined
  const renew = async () => {
    // The database may be away for a moment; the lease is ours until its time is over.
    const isHeld = await lease.hold().catch(() => true)
    if (!isHeld) lost.abort()
    renewal = undefined
  }
  const timer = setInterval(() => {
    if (lease.left < step) lost.abort()
    else if (lease.left < (lease.time * 3) / 4) renewal ??= renew()
  }, step)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(timer)
    await renewal
  }
}
