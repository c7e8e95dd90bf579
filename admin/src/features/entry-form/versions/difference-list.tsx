/** The differences of two versions: before and after, side by side. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import type { Difference } from './differences.ts'
import { MarkedText } from './marked-text.tsx'
import styles from './versions.module.css'
import { wordDiff } from './word-diff.ts'

export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }): ReactNode {
  return differences.map(difference => (
    <DifferenceItem key={`${difference.kind} ${difference.labels.join(' › ')}`} difference={difference} />
  ))
}

const LOOKS = { added: 'good', removed: 'bad', changed: 'changed', moved: 'neutral' } as const

function DifferenceItem({ difference }: { readonly difference: Difference }): ReactNode {
  const { t } = useTexts()
  const { labels, kind, before, after } = difference
  const name = labels.join(' › ')
  const pieces = wordDiff(before, after)
  const words = {
    added: t('form.difference_added'),
    removed: t('form.difference_removed'),
    changed: t('form.difference_changed'),
    moved: t('form.difference_moved'),
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
    <div className={styles.difference} role="group" aria-label={name}>
      <h2 className={styles.name}>
        {name} <Badge look={LOOKS[kind]}>{words[kind]}</Badge>
      </h2>
      <div className={styles.sides}>
        {kind === 'added' ? null : (
          <div className={styles.side}>
            <h3>{t('form.liveVersion')}</h3>
            <div className={styles.text}>
              <MarkedText pieces={pieces} side="before" />
            </div>
          </div>
        )}
        {kind === 'removed' ? null : (
          <div className={styles.side}>
            <h3>{t('form.nextVersion')}</h3>
            <div className={styles.text}>
              <MarkedText pieces={pieces} side="after" />
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
