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
  const load = (): Promise<Value> => {
    loading ??= fetchPart().then(
      loaded => {
        value = loaded
        return loaded
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return { get: () => value, load, prepare: () => void load().catch(() => {}) }
}
