/** The differences of two versions: before and after, side by side. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import type { Difference } from './differences.ts'
import { MarkedText } from './marked-text.tsx'
import styles from './versions.module.css'
import { wordDiff } from './word-diff.ts'

export interface DifferenceListProps {
  readonly differences: readonly Difference[]
  /** What the two versions are called. */
  readonly titles: readonly [before: string, after: string]
}

export function DifferenceList({ differences, titles }: DifferenceListProps): ReactNode {
  return differences.map(difference => (
    <DifferenceItem key={`${difference.kind} ${difference.labels.join(' › ')}`} {...{ difference, titles }} />
  ))
}

const SIDES = [
  { side: 'before', isMissing: 'added' },
  { side: 'after', isMissing: 'removed' },
] as const

const WORDS = {
  added: 'form.difference_added',
  removed: 'form.difference_removed',
  changed: 'form.difference_changed',
  moved: 'form.difference_moved',
} as const

const LOOKS = { added: 'good', removed: 'bad', changed: 'changed', moved: 'neutral' } as const

interface DifferenceItemProps extends Pick<DifferenceListProps, 'titles'> {
  readonly difference: Difference
}

function DifferenceItem({ difference, titles }: DifferenceItemProps): ReactNode {
  const { t } = useTexts()
  const { labels, kind, before, after } = difference
  const name = labels.join(' › ')
  const pieces = wordDiff(before, after)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
    <div className="panel pad-4" role="group" aria-label={name}>
      <h2 className={styles.name}>
        {name} <Badge look={LOOKS[kind]}>{t(WORDS[kind])}</Badge>
      </h2>
      <div className={styles.sides}>
        {SIDES.filter(({ isMissing }) => isMissing !== kind).map(({ side }) => (
          <div key={side}>
            <h3 className="small soft strong">{titles[side === 'before' ? 0 : 1]}</h3>
            <div className={styles.text}>
              <MarkedText pieces={pieces} side={side} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
