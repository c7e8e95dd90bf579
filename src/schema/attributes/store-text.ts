/** What the textual types store: a text, and nothing else. */
export function storeText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
