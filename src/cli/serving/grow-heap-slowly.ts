/** How much memory the process takes for objects that nobody needs any more. */
import { setFlagsFromString } from 'node:v8'

/**
 * Where there is plenty of memory, V8 lets the heap grow to four times of what is in use before it looks for garbage in all of
 * it. A server keeps a fixed amount, and what goes from its caches would stay in memory three times over. Short-lived
 * objects, which nearly all objects of a request are, are collected as often as before.
 */
const GROWTH_PERCENT = 100

export function growHeapSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
