/** A file of the panel that is loaded shortly before it is needed: by a hover, by the focus, or when the browser has nothing else to do. */
export interface LatePart<Value> {
  readonly get: () => Value | undefined
  /** Once. After a failure, it tries again. */
  readonly load: () => Promise<Value>
  /** As soon as somebody might want it; whoever really does hears of a failure. */
  readonly prepare: () => void
}

export function latePart<Value>(fetchPart: () => Promise<Value>): LatePart<Value> {
  let value: Value | undefined
  let loading: Promise<Value> | undefined
  let next = fetchPart
  const load = (): Promise<Value> => {
    loading ??= next().then(
      loaded => {
        value = loaded
        return loaded
      },
      (error: unknown) => {
        loading = undefined
        next = anew(error) ?? fetchPart
        throw error
      },
    )
    return loading
  }
  return { get: () => value, load, prepare: () => void load().catch(() => {}) }
}

let tries = 0

/** Browsers remember the address of a file that did not come, and do not ask for it again. Most of them say which it was. */
function anew<Value>(error: unknown): (() => Promise<Value>) | undefined {
  const [address] = /https?:[^?\s]+/.exec(String(error)) ?? []
  if (address === undefined) return undefined
  return () => {
    tries += 1
    return import(/* @vite-ignore */ `${address}?again=${tries}`) as Promise<Value>
  }
}
