/** A new locale, and another name or rank of one that exists. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LocaleInfo } from '../../../../../src/admin-api/schema-api.ts'
import { call } from '../../../api/call.ts'
import { localesQuery } from '../../../api/queries.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Combobox } from '../../../ui/inputs/combobox/combobox.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { settingsQuery, useChanged } from '../shared/settings-query.ts'

const availableQuery = settingsQuery(['available locales'], options => call('GET /locales/available', options))

/** As many as a list shows before it is searched further. */
const SHOWN = 50

export function AddLocale({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const available = useQuery(availableQuery).data ?? []
  const taken = useQuery(localesQuery).data?.map(({ code }) => code) ?? []
  const [text, setText] = useState('')
  const [isDefault, setDefault] = useState(false)
  const chosen = available.find(({ name, code }) => name === text || code === text)
  const form = useSubmit(async ({ name = '' }) => {
    // The server says what it expects of a code that does not exist.
    const body = { code: chosen?.code ?? text, isDefault, ...(name === '' ? {} : { name }) }
    await call('POST /locales', { body })
    await changed(t('settings.localeSaved'), localesQuery.queryKey)
    onClose()
  })
  const wanted = text.toLowerCase()
  const found = available.filter(
    ({ code, name }) =>
      !taken.includes(code) && (chosen !== undefined || `${name} ${code}`.toLowerCase().includes(wanted)),
  )
  // "German" before "English (Germany)".
  const isFirst = ({ code, name }: { readonly code: string; readonly name: string }) =>
    code.toLowerCase() === wanted || name.toLowerCase().startsWith(wanted)
  const sorted = [...found.filter(isFirst), ...found.filter(locale => !isFirst(locale))]
  return (
    <SubmitDialog title={t('settings.addLocale')} submitLabel={t('common.save')} form={form} onClose={onClose}>
      <Combobox
        label={t('settings.locale')}
        required
        text={text}
        onText={setText}
        onOpen={() => {}}
        options={sorted.slice(0, SHOWN).map(({ code, name }) => ({ value: code, label: name }))}
        onChoose={code => setText(available.find(known => known.code === code)?.name ?? code)}
        emptyText={t('settings.noSuchLocale')}
      />
      <TextField
        label={t('settings.localeName')}
        name="name"
        hint={t('settings.localeNameHint')}
        placeholder={chosen?.name}
        error={form.problems.name}
      />
      <DefaultSwitch checked={isDefault} onChange={setDefault} />
    </SubmitDialog>
  )
}

interface ChangeLocaleProps {
  readonly locale: LocaleInfo
  readonly onClose: () => void
}

export function ChangeLocale({ locale, onClose }: ChangeLocaleProps): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const [isDefault, setDefault] = useState(locale.isDefault)
  const form = useSubmit(async ({ name = '' }) => {
    const body = { name: name === '' ? null : name, ...(isDefault ? { isDefault } : {}) }
    await call('PUT /locales/:id', { params: { id: locale.id }, body })
    await changed(t('settings.localeSaved'), localesQuery.queryKey)
    onClose()
  })
  return (
    <SubmitDialog
      title={t('settings.changeLocale', { name: locale.name })}
      submitLabel={t('common.save')}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={t('settings.localeName')}
        name="name"
        hint={t('settings.localeNameHint')}
        autoFocus
        defaultValue={locale.name}
        error={form.problems.name}
      />
      <DefaultSwitch checked={isDefault} disabled={locale.isDefault} onChange={setDefault} />
    </SubmitDialog>
  )
}

interface DefaultSwitchProps {
  readonly checked: boolean
  /** There is always one default, so it ends only when another locale becomes the default. */
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

function DefaultSwitch(props: DefaultSwitchProps): ReactNode {
  const { t } = useTexts()
  return <Switch label={t('settings.makeDefault')} hint={t('settings.makeDefaultHint')} {...props} />
}
