/** A provider: on or off, the client there, the addresses, and a trial. Its secret can be written, and is never shown. */
import { type ReactNode, useState } from 'react'
import type { ProviderInfo, ProviderInput, ProviderTrial } from '../../../../../src/admin-api/provider-api.ts'
import { call } from '../../../api/call.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { CopyBox } from '../../../ui/display/copy-box.tsx'
import { ErrorNotice, Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { PasswordField, TextField } from '../../../ui/inputs/text-field.tsx'
import { goTo } from '../../session/entry.ts'
import { useChanged } from '../shared/settings-query.ts'
import { TrialNotice } from './tried-provider.tsx'

export interface ProviderDialogProps {
  readonly provider: ProviderInfo
  readonly onClose: () => void
}

export function ProviderDialog({ provider, onClose }: ProviderDialogProps): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const { name, fixed } = provider
  const [enabled, setEnabled] = useState(provider.enabled)
  const save = async (values: Readonly<Record<string, string>>) => {
    await call('PUT /providers/:name', { params: { name }, body: inputOf(provider, enabled, values) })
    await changed(t('access.providerSaved'))
  }
  const form = useSubmit(async values => {
    await save(values)
    onClose()
  })
  return (
    <SubmitDialog title={name} submitLabel={t('common.save')} form={form} onClose={onClose}>
      {fixed.length === 0 ? null : <Notice>{t('access.providerFixed', { names: fixed.join(', ') })}</Notice>}
      <Switch
        label={t('access.providerOn')}
        checked={enabled}
        onChange={setEnabled}
        disabled={fixed.includes('enabled') || (!provider.available && !enabled)}
      />
      <CopyBox label={t('access.redirectUrl')} text={provider.redirectUrl} />
      <p className="small soft">{t('access.redirectHint', { name })}</p>
      <Fields provider={provider} problems={form.problems} />
      {provider.available ? <TryProvider name={name} /> : <Notice>{t('access.providerUnavailableText')}</Notice>}
    </SubmitDialog>
  )
}

interface FieldsProps {
  readonly provider: ProviderInfo
  readonly problems: Readonly<Record<string, string>>
}

function Fields({ provider, problems }: FieldsProps): ReactNode {
  const { t } = useTexts()
  const { fixed, subdomain } = provider
  const field = (name: 'key' | 'callback' | 'subdomain', defaultValue: string) => ({
    ...{ name, defaultValue, autoComplete: 'off', error: problems[name], disabled: fixed.includes(name) },
  })
  return (
    <>
      {subdomain === null ? null : (
        <TextField {...field('subdomain', subdomain)} label={t('access.subdomain')} hint={t('access.subdomainHint')} />
      )}
      <TextField {...field('key', provider.key)} label={t('access.providerKey')} />
      <PasswordField
        label={t('access.providerSecret')}
        name="secret"
        autoComplete="new-password"
        hint={t(provider.hasSecret ? 'access.secretKept' : 'access.secretNone')}
        disabled={fixed.includes('secret')}
        error={problems.secret}
      />
      <TextField
        {...field('callback', provider.callback)}
        label={t('access.callbackPage')}
        hint={t('access.callbackHint')}
      />
      <TextField
        label={t('access.scopes')}
        name="scope"
        autoComplete="off"
        defaultValue={provider.scope.join(' ')}
        hint={t('access.scopesHint', { usual: provider.usualScope.join(' ') })}
        disabled={fixed.includes('scope')}
        error={problems.scope}
      />
    </>
  )
}

/** What the settings decide is not sent, nor a secret that was not typed. */
function inputOf(
  { fixed, subdomain }: ProviderInfo,
  enabled: boolean,
  { key = '', secret = '', callback = '', scope = '', subdomain: place = '' }: Readonly<Record<string, string>>,
): ProviderInput {
  const input = {
    enabled,
    key,
    callback,
    scope: scope.split(' ').filter(word => word !== ''),
    ...(secret === '' ? {} : { secret }),
    ...(subdomain === null ? {} : { subdomain: place }),
  }
  return Object.fromEntries(Object.entries(input).filter(([name]) => !fixed.includes(name)))
}

function TryProvider({ name }: { readonly name: string }): ReactNode {
  const { t } = useTexts()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ProviderTrial>()
  const [error, setError] = useState<unknown>()
  const start = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { data } = await call('POST /providers/:name/try', { params: { name } })
      if ('url' in data) goTo(data.url)
      else setProblem(data.problem)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <div className="stack gap-2 at-start">
      <Button icon="play" busy={busy} onClick={start}>
        {t('access.tryProvider')}
      </Button>
      <p className="small soft">{t('access.tryProviderHint')}</p>
      <ErrorNotice error={error} />
      {problem === undefined ? null : <TrialNotice trial={problem} />}
    </div>
  )
}
