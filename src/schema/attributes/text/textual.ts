/** The textual types store strings and nothing else. */
export function storeText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
