/** Formats rows as columns of text. */

/** Every column except the last is as wide as its longest value. Two spaces separate columns. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [head, ...rows]
  const widths = head.map((_, index) => Math.max(...all.map(row => row[index]?.length ?? 0)))
  return all.map(row =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
