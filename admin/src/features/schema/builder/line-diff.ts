/** Which lines of a text were added and removed. For files of some hundred lines. */

export interface DiffLine {
  /** `left`: lines that are far from a change are left out here. */
  readonly kind: 'same' | 'added' | 'removed' | 'left'
  readonly text: string
  /** Its place among all lines. */
  readonly at: number
}

/** How many unchanged lines stand around a change. */
const AROUND = 3

/** The changes with the lines around them. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const lines = compare(split(before), split(after))
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same'),
  )
  return lines.flatMap((line, at): readonly DiffLine[] => {
    if (isNear[at]) return [{ ...line, at }]
    return at > 0 && !isNear[at - 1] ? [] : [{ kind: 'left', text: '', at }]
  })
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

/** The longest common sequence of lines is unchanged. */
function compare(before: readonly string[], after: readonly string[]): readonly Omit<DiffLine, 'at'>[] {
  const common = lengths(before, after)
  const lines: Omit<DiffLine, 'at'>[] = []
  let [old, fresh] = [0, 0]
  while (old < before.length || fresh < after.length) {
    if (old < before.length && fresh < after.length && before[old] === after[fresh]) {
      lines.push({ kind: 'same', text: before[old]! })
      old += 1
      fresh += 1
    } else if (fresh >= after.length || (old < before.length && common[old + 1]![fresh]! >= common[old]![fresh + 1]!)) {
      lines.push({ kind: 'removed', text: before[old]! })
      old += 1
    } else {
      lines.push({ kind: 'added', text: after[fresh]! })
      fresh += 1
    }
  }
  return lines
}

/** How many lines are common from each pair of places on. */
function lengths(before: readonly string[], after: readonly string[]): readonly number[][] {
  const table = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let old = before.length - 1; old >= 0; old -= 1)
    for (let fresh = after.length - 1; fresh >= 0; fresh -= 1)
      table[old]![fresh] =
        before[old] === after[fresh]
          ? table[old + 1]![fresh + 1]! + 1
          : Math.max(table[old + 1]![fresh]!, table[old]![fresh + 1]!)
  return table
}
