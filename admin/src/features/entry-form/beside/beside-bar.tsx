/** Above the fields: which locale is beside, and on a phone which of the two is shown. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { localesQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorState, Skeleton } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { useForm } from '../form-context.tsx'
import { otherLocales } from '../side/locale-states.ts'
import styles from './beside.module.css'
import type { BesideState } from './use-beside.ts'

export type Showing = 'mine' | 'theirs'

export interface BesideBarProps {
  readonly state: BesideState
  readonly showing: Showing
  readonly onShowing: (showing: Showing) => void
}

export function BesideBar({ state, showing, onShowing }: BesideBarProps): ReactNode {
  const { t } = useTexts()
  const { session } = useForm()
  const { data: known } = useSuspenseQuery(localesQuery)
  const nameOf = (code: string | null) => known.find(locale => locale.code === code)?.name ?? code ?? ''
  const { beside, wanted, isLoading, error, show } = state
  if (error !== null) return <ErrorState small error={error} />
  if (isLoading) return <Skeleton lines={1} />
  if (beside === null) return null
  return (
    <section className={styles.bar} aria-label={t('form.sideBySide')}>
      <div className={styles.switch}>
        <Switch
          label={t('form.shownLocale')}
          value={showing}
          options={[
            { value: 'mine', label: nameOf(session.locale) },
            { value: 'theirs', label: beside.name },
          ]}
          onChange={onShowing}
        />
      </div>
      <div className={styles.choose}>
        <Select
          label={t('form.besideLocale')}
          hideLabel
          size="small"
          value={wanted ?? beside.locale}
          options={otherLocales(session).map(({ locale }) => ({ value: locale, label: nameOf(locale) }))}
          onChange={show}
        />
      </div>
      <Button size="small" look="quiet" icon="close" onClick={() => show(null)}>
        {t('form.closeBeside')}
      </Button>
    </section>
  )
}
