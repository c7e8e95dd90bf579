/**
 * Holds requests back while nobody is signed in. The first request that is refused opens the gate's question (a sign-in
 * over the page); all of them go on once it is answered.
 */

type Listener = () => void

let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined
const listeners = new Set<Listener>()

/** Resolves when the person has signed in again. */
export function sessionEnded(): Promise<void> {
  if (waiting === undefined) {
    let resolve = () => {}
    const promise = new Promise<void>(done => {
      resolve = done
    })
    waiting = { promise, resolve }
    notify()
  }
  return waiting.promise
}

export function sessionRenewed(): void {
  waiting?.resolve()
  waiting = undefined
  notify()
}

/** For `useSyncExternalStore`. */
export const sessionGate = {
  subscribe: (listener: Listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isClosed: () => waiting !== undefined,
}

function notify(): void {
  for (const listener of listeners) listener()
}
