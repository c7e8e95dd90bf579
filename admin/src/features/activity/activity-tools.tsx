/** What is searched for in the activities. */
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { DateInput } from '../../ui/inputs/date-input.tsx'
import { ToolChoice, Tools } from '../../ui/page/tools.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { TypeChoice } from './type-choice.tsx'

export interface ActivityToolsProps {
  readonly search: ActivitySearch
  readonly onChange: (change: ActivitySearch) => void
}

export function ActivityTools({ search, onChange }: ActivityToolsProps): ReactNode {
  const { t } = useTexts()
  const { type, action, by, from, to } = search
  const everything = Object.fromEntries(Object.keys(search).map(name => [name, undefined]))
  const clear = (
    <Button look="quiet" icon="close" onClick={() => onChange(everything)}>
      {t('history.clear')}
    </Button>
  )
  return (
    <Tools end={Object.keys(search).length > 0 ? clear : null}>
      <TypeChoice uid={type} onChange={uid => onChange({ type: uid })} />
      <ToolChoice<NonNullable<ActivitySearch['action']>>
        label={t('history.action')}
        value={action ?? ''}
        options={[
          { value: '', label: t('history.anyAction') },
          { value: 'create', label: t('history.action_create') },
          { value: 'update', label: t('history.action_update') },
          { value: 'delete', label: t('history.action_delete') },
          { value: 'publish', label: t('history.action_publish') },
          { value: 'unpublish', label: t('history.action_unpublish') },
          { value: 'move', label: t('history.action_move') },
        ]}
        onChange={chosen => onChange({ action: chosen })}
      />
      <ToolChoice
        label={t('history.who')}
        value={by ?? ''}
        options={[
          { value: '', label: t('history.anybody') },
          { value: 'admin', label: t('history.admins') },
          { value: 'user', label: t('history.users') },
          { value: 'token', label: t('history.tokens') },
          ...(by?.includes(':') ? [{ value: by, label: t('history.onePerson') }] : []),
        ]}
        onChange={chosen => onChange({ by: chosen })}
      />
      <Day label={t('history.from')} value={from} onChange={day => onChange({ from: day })} />
      <Day label={t('history.to')} value={to} onChange={day => onChange({ to: day })} />
    </Tools>
  )
}

interface DayProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (day: string | undefined) => void
}

function Day({ label, value = '', onChange }: DayProps): ReactNode {
  const { t } = useTexts()
  return (
    <DateInput
      label={label}
      hideLabel
      kind="date"
      value={value}
      clearLabel={t('form.clear', { name: label })}
      onChange={day => onChange(day === '' ? undefined : day)}
    />
  )
}
