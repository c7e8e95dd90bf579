/** How somebody prefers to write Markdown, on this browser. */
export type MarkdownMode = 'write' | 'source'

const STORED = 'populus-markdown'

export function preferredMode(): MarkdownMode {
  try {
    return localStorage.getItem(STORED) === 'source' ? 'source' : 'write'
  } catch {
    return 'write'
  }
}

export function storeMode(mode: MarkdownMode): void {
  try {
    localStorage.setItem(STORED, mode)
  } catch {
    // A browser that keeps nothing asks again.
  }
}
