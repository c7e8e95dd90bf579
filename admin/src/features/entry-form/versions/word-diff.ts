/** Which words two texts have in common. */
import { longestCommon, pairsBetween } from '../../../ui/diffs/longest-common.ts'

export interface TextPiece {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Longer texts are compared at their ends only: the table for all pairs of words would be too large. */
const MOST_PAIRS = 4_000_000

/**
 * - `a warm day`, `a cold day` give `a ` same, `warm` removed, `cold` added, ` day` same
 */
export function wordDiff(before: string, after: string): readonly TextPiece[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)]
  const start = old.findIndex((word, index) => word !== fresh[index])
  const head = start === -1 ? old.length : start
  let tail = 0
  while (tail < Math.min(old.length, fresh.length) - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const middle = between(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail))
  return joined([
    ...old.slice(0, head).map(text => ({ kind: 'same' as const, text })),
    ...middle,
    ...old.slice(old.length - tail).map(text => ({ kind: 'same' as const, text })),
  ])
}

function between(old: readonly string[], fresh: readonly string[]): readonly TextPiece[] {
  const pairs = pairsBetween(old, fresh) > MOST_PAIRS ? [] : longestCommon(old, fresh)
  const pieces: TextPiece[] = []
  let [here, there] = [0, 0]
  for (const [oldPlace, freshPlace] of [...pairs, [old.length, fresh.length] as const]) {
    pieces.push(...old.slice(here, oldPlace).map(text => ({ kind: 'removed' as const, text })))
    pieces.push(...fresh.slice(there, freshPlace).map(text => ({ kind: 'added' as const, text })))
    if (oldPlace < old.length) pieces.push({ kind: 'same', text: old[oldPlace]! })
    here = oldPlace + 1
    there = freshPlace + 1
  }
  return pieces
}

/** Also in languages that write no spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function wordsOf(text: string): readonly string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** Characters that are left before and after what differs. */
const CONTEXT = 80
const CUT = '…'

/**
 * What differs with the words around it, so that it is in sight in a long text.
 * - the pieces of `100 words, tea, 100 words` give `… the last words, tea, the next words …`
 */
export function nearChanges(pieces: readonly TextPiece[]): readonly TextPiece[] {
  return pieces.map((piece, index) => {
    const { kind, text } = piece
    if (kind !== 'same') return piece
    const [before, after] = [index === 0 ? '' : firstWords(text), index === pieces.length - 1 ? '' : lastWords(text)]
    return before.length + after.length < text.length - CUT.length ? { kind, text: `${before}${CUT}${after}` } : piece
  })
}

function firstWords(text: string): string {
  if (text.length <= CONTEXT) return text
  const words = text.slice(0, CONTEXT)
  const end = words.lastIndexOf(' ')
  return end === -1 ? words : words.slice(0, end + 1)
}

function lastWords(text: string): string {
  if (text.length <= CONTEXT) return text
  const words = text.slice(-CONTEXT)
  return words.slice(Math.max(0, words.indexOf(' ')))
}

function joined(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const result: TextPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last?.kind === piece.kind) result[result.length - 1] = { kind: piece.kind, text: last.text + piece.text }
    else result.push(piece)
  }
  return result
}
