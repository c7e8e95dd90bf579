/** Formats rows as columns of text. */

/** Every column except the last is as wide as its longest value. Two spaces separate columns. */
function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [head, ...rows]
  const widths = head.map((_, index) => Math.max(...all.map(row => row[index]?.length ?? 0)))
  return all.map(row =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

export interface PrintedTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What to say if there is nothing to list. */
  readonly empty: string
}

export function printTable(print: (line: string) => void, { head, rows, empty }: PrintedTable): void {
  for (const line of rows.length === 0 ? [empty] : formatTable(head, rows)) print(line)
}
