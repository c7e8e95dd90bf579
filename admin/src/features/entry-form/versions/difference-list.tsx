/** The differences of two versions: before and after, side by side. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import type { Difference } from './differences.ts'
import { MarkedText } from './marked-text.tsx'
import { OwnReading } from './own-reading.tsx'
import styles from './versions.module.css'
import { wordDiff } from './word-diff.ts'

export interface DifferenceListProps {
  readonly differences: readonly Difference[]
  /** What the two versions are called. */
  readonly titles: readonly [before: string, after: string]
  /** Of the entry. */
  readonly locale: string | null
}

export function DifferenceList({ differences, titles, locale }: DifferenceListProps): ReactNode {
  return differences.map(difference => (
    <DifferenceItem key={`${difference.kind} ${difference.labels.join(' › ')}`} {...{ difference, titles, locale }} />
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

interface DifferenceItemProps extends Omit<DifferenceListProps, 'differences'> {
  readonly difference: Difference
}

function DifferenceItem({ difference, titles, locale }: DifferenceItemProps): ReactNode {
  const { t } = useTexts()
  const { labels, kind, before, after, own } = difference
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
            {own === undefined ? null : (
              <OwnReading attribute={own.attribute} value={own[side]} label={name} locale={locale} />
            )}
            <div className={styles.text}>
              <MarkedText pieces={pieces} side={side} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
