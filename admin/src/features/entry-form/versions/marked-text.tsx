/** One of two texts, with the words marked that the other one does not have. */
import { Fragment, type ReactNode } from 'react'
import type { TextPiece } from './word-diff.ts'

export interface MarkedTextProps {
  readonly pieces: readonly TextPiece[]
  /** `before`: what was removed is marked. */
  readonly side: 'before' | 'after'
  /** Neither of the two is newer. */
  readonly neutral?: boolean
}

export function MarkedText({ pieces, side, neutral = false }: MarkedTextProps): ReactNode {
  const marked = side === 'before' ? 'removed' : 'added'
  const Mark = neutral ? 'mark' : side === 'before' ? 'del' : 'ins'
  const shown = pieces.filter(({ kind }) => kind === 'same' || kind === marked)
  if (shown.length === 0) return <span className="soft">–</span>
  return shown.map(({ kind, text }, index) =>
    kind === 'same' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and never move
      <Fragment key={index}>{text}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Mark key={index}>{text}</Mark>
    ),
  )
}
