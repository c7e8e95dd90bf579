/** Remembers recently requested names in a small, fixed amount of memory. It occasionally forgets one. */

const USUAL_SLOTS = 4096
const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

export class AskedBefore {
  readonly #slots: Uint32Array

  /** `slots`: about how many names are remembered. Each takes four bytes. */
  constructor(slots = USUAL_SLOTS) {
    this.#slots = new Uint32Array(slots)
  }

  /** Whether the name was requested before. The call itself counts as a request. */
  again(name: string): boolean {
    const hash = hashOf(name)
    const slot = hash % this.#slots.length
    if (this.#slots[slot] === hash) return true
    this.#slots[slot] = hash
    return false
  }
}

function hashOf(name: string): number {
  let hash = FNV_START
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), FNV_PRIME)
  return hash >>> 0
}
