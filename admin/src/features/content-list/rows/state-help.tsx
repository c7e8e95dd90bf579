import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { STATES, StatusBadge, useStateMeaning } from './state-cells.tsx'

/** What the states of an entry mean, behind a question mark. */
export function StateHelp(): ReactNode {
  const { t } = useTexts()
  const meaning = useStateMeaning()
  return (
    <Popover
      label={t('list.states')}
      side="start"
      width={320}
      target={(open, toggle) => (
        <IconButton size="small" icon="help" label={t('list.states')} aria-expanded={open} onClick={toggle} />
      )}
    >
      <dl className="stack gap-3 small" tabIndex={0}>
        {STATES.map(state => (
          <div key={state} className="stack at-start gap-1">
            <dt>
              <StatusBadge status={state} />
            </dt>
            <dd>{meaning(state)}</dd>
          </div>
        ))}
        <div className="stack at-start gap-1">
          <dt className="strong">{t('list.kept')}</dt>
          <dd>{t('list.keptMeans')}</dd>
        </div>
      </dl>
    </Popover>
  )
}
