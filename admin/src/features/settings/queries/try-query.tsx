/** Asks a named query as the public would, and shows the answer. */
import { type ReactNode, useState } from 'react'
import type { NamedQueryInfo } from '../../../../../src/admin-api/named-query-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { type Tried, TriedAnswer } from '../shared/tried-answer.tsx'

export function TryQuery({ query }: { readonly query: NamedQueryInfo }): ReactNode {
  const { t } = useTexts()
  const [tried, setTried] = useState<Tried>()
  const form = useSubmit(async values => {
    setTried(undefined)
    const address = addressOf(query, values)
    const { data } = await call('POST /explain', { body: { url: address, as: { kind: 'public' } } })
    setTried({ address, status: data.status, body: data.body })
  })
  return (
    <SettingsForm
      title={t('settings.try')}
      note={<p className="soft">{t('settings.tryText')}</p>}
      form={form}
      isColumn
      submitLabel={t('settings.tryButton')}
      look="plain"
      after={tried === undefined ? null : <TriedAnswer {...tried} />}
    >
      {Object.entries(parametersOf(query)).map(([name, rule]) => (
        <TextField
          key={name}
          label={name}
          name={name}
          hint={hintOf(rule)}
          required={rule.required === true}
          defaultValue={startOf(rule)}
        />
      ))}
    </SettingsForm>
  )
}

interface Rule {
  readonly type?: string
  readonly required?: boolean
  readonly default?: unknown
  readonly example?: unknown
  readonly values?: readonly string[]
  readonly description?: string
}

function parametersOf({ definition }: NamedQueryInfo): Readonly<Record<string, Rule>> {
  return (definition.parameters ?? {}) as Readonly<Record<string, Rule>>
}

/** `enum: en, fr` */
function hintOf({ type, values, description }: Rule): string {
  const kind = values === undefined ? type : `${type}: ${values.join(', ')}`
  return [description, kind].filter(part => part !== undefined).join(' · ')
}

function startOf({ example, default: usual }: Rule): string {
  const value = example ?? usual
  return value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value)
}

/** Items of a list are separated by commas here. Fields that are empty are not sent. */
function addressOf(query: NamedQueryInfo, values: Readonly<Record<string, string>>): string {
  const parameters = parametersOf(query)
  const given = Object.entries(values).filter(([, value]) => value !== '')
  const terms = given.flatMap(([name, value]) => {
    const items = parameters[name]?.type === 'list' ? value.split(',').map(item => item.trim()) : [value]
    return items.map(item => `${name}=${encodeURIComponent(item)}`)
  })
  return `${query.url}${terms.length === 0 ? '' : `?${terms.join('&')}`}`
}
