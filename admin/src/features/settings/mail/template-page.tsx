/** One mail to users: its sender, its words, and what it looks like. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { MailTemplateInfo } from '../../../../../src/admin-api/settings/mail-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { useMay } from '../shared/use-may.ts'
import { templatesQuery, titleOf } from './mail-templates.ts'
import { TemplateForm } from './template-form.tsx'

const route = getRouteApi('/settings/users-permissions/email-templates/$name')

export function TemplatePage(): ReactNode {
  const { t } = useTexts()
  const { name } = route.useParams()
  const templates = useQuery(templatesQuery)
  const template = templates.data?.find(known => known.name === name)
  return (
    <SettingsFrame place={SETTINGS_PLACES.templates} title={titleOf(name, t)}>
      <Loaded query={templates} lines={10}>
        {() =>
          template === undefined ? (
            <EmptyState icon="mail" title={t('mail.noTemplate')} />
          ) : (
            <Template key={name} template={template} />
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}

function Template({ template }: { readonly template: MailTemplateInfo }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const mayChange = useMay('plugin::users-permissions.email-templates')('update')
  // The form begins anew with the usual text.
  const [resets, setResets] = useState(0)
  const { name, url, isUsual } = template
  const reset = async () => {
    await call('DELETE /settings/email-templates/:name', { params: { name } })
    await changed(t('mail.templateReset'))
    setResets(resets + 1)
  }
  return (
    <div className="stack gap-4">
      {url === '' ? (
        <Notice look="warning">
          {t('mail.noResetPage')} <Link to={SETTINGS_PLACES.registration.to}>{t('shell.placeRegistration')}</Link>
        </Notice>
      ) : null}
      <TemplateForm
        key={resets}
        template={template}
        readOnly={!mayChange}
        actions={
          isUsual ? null : (
            <AskButton label={t('mail.reset')} title={t('mail.resetTitle')} onConfirm={reset}>
              {t('mail.resetText')}
            </AskButton>
          )
        }
      />
    </div>
  )
}
