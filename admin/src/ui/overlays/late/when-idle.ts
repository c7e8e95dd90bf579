/** Milliseconds. The page comes first. */
const SOON = 2000

/** Does something once the browser has nothing else to do. Gives the way to forget it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle times.
  const wait = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, SOON))
  let isForgotten = false
  const timer = setTimeout(() => wait(() => isForgotten || work()), SOON)
  return () => {
    isForgotten = true
    clearTimeout(timer)
  }
}
