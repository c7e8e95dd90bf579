/** Who may register as an end user, and what happens then. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { RegistrationSettings } from '../../../../../src/admin-api/settings/registration-api.ts'
import { call } from '../../../api/call.ts'
import { type Submit, useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery, useChanged } from '../shared/settings-query.ts'
import { useMay } from '../shared/use-may.ts'

const registrationQuery = settingsQuery(['registration'], options => call('GET /settings/registration', options))

export function RegistrationPage(): ReactNode {
  return (
    <SettingsFrame place={SETTINGS_PLACES.registration}>
      <Loaded query={useQuery(registrationQuery)} lines={8}>
        {settings => <RegistrationForm settings={settings} />}
      </Loaded>
    </SettingsFrame>
  )
}

interface SettingsProps {
  readonly settings: RegistrationSettings
}

type Chosen = Pick<RegistrationSettings, 'allowRegister' | 'uniqueEmail' | 'emailConfirmation' | 'defaultRole'>

function RegistrationForm({ settings }: SettingsProps): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const mayChange = useMay('plugin::users-permissions.advanced-settings')('update')
  const [chosen, setChosen] = useState<Chosen>(() => chosenIn(settings))
  const form = useSubmit(async ({ confirmationRedirect = '', resetPasswordUrl = '' }) => {
    const { defaultRole, ...switches } = chosen
    const role = defaultRole === settings.defaultRole ? {} : { defaultRole }
    await call('PUT /settings/registration', { body: { ...switches, ...role, confirmationRedirect, resetPasswordUrl } })
    await changed(t('mail.registrationSaved'))
  })
  const choice = (name: 'allowRegister' | 'uniqueEmail' | 'emailConfirmation', label: string, hint: string) => (
    <Switch label={label} hint={hint} checked={chosen[name]} onChange={on => setChosen({ ...chosen, [name]: on })} />
  )
  return (
    <SettingsForm form={form} isColumn readOnly={!mayChange}>
      {choice('allowRegister', t('mail.allowRegister'), t('mail.allowRegisterHint'))}
      <RoleChoice
        settings={settings}
        value={chosen.defaultRole}
        error={form.problems.defaultRole}
        onChange={defaultRole => setChosen({ ...chosen, defaultRole })}
      />
      {choice('uniqueEmail', t('mail.uniqueEmail'), t('mail.uniqueEmailHint'))}
      {choice('emailConfirmation', t('mail.confirmation'), t('mail.confirmationHint'))}
      {chosen.emailConfirmation && !settings.mail ? <Notice look="warning">{t('mail.noServer')}</Notice> : null}
      <Pages settings={settings} problems={form.problems} />
    </SettingsForm>
  )
}

interface RoleChoiceProps extends SettingsProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (type: string) => void
}

/** A role that has been deleted is shown by its type. */
function RoleChoice({ settings: { roles, defaultRole }, value, error, onChange }: RoleChoiceProps): ReactNode {
  const { t } = useTexts()
  const known = roles.map(({ type, name }) => ({ value: type, label: name }))
  const isKnown = known.some(role => role.value === defaultRole)
  const options = isKnown ? known : [{ value: defaultRole, label: defaultRole }, ...known]
  const missing = value === defaultRole && !isKnown ? t('mail.roleGone') : undefined
  return (
    <Select
      label={t('mail.defaultRole')}
      hint={t('mail.defaultRoleHint')}
      options={options}
      value={value}
      error={error ?? missing}
      onChange={onChange}
    />
  )
}

function Pages({ settings, problems }: SettingsProps & Pick<Submit, 'problems'>): ReactNode {
  const { t } = useTexts()
  const field = (name: 'confirmationRedirect' | 'resetPasswordUrl', placeholder: string) => ({
    ...{ name, placeholder, defaultValue: settings[name], error: problems[name], autoComplete: 'off' },
  })
  return (
    <>
      <TextField
        {...field('confirmationRedirect', 'https://www.example.org/welcome')}
        label={t('mail.confirmationPage')}
        hint={t('mail.confirmationPageHint')}
      />
      <TextField
        {...field('resetPasswordUrl', 'https://www.example.org/reset-password')}
        label={t('mail.resetPage')}
        hint={t('mail.resetPageHint')}
      />
    </>
  )
}

function chosenIn({ allowRegister, uniqueEmail, emailConfirmation, defaultRole }: RegistrationSettings): Chosen {
  return { allowRegister, uniqueEmail, emailConfirmation, defaultRole }
}
