/** Where mails go, and whether one arrives. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MailSettings } from '../../../../../src/admin-api/settings/mail-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import { TestMail } from './test-mail.tsx'

const mailQuery = settingsQuery(['email'], options => call('GET /settings/email', options))

export function EmailPage(): ReactNode {
  return (
    <SettingsFrame place={SETTINGS_PLACES.email}>
      <Loaded query={useQuery(mailQuery)} lines={6}>
        {settings => (
          <div className="stack gap-4">
            <Sending settings={settings} />
            {settings.delivery === 'none' ? null : <TestMail />}
          </div>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

function Sending({ settings: { delivery, server, from, replyTo } }: { readonly settings: MailSettings }): ReactNode {
  const { t } = useTexts()
  return (
    <Card>
      <div className="stack gap-3">
        {delivery === 'none' ? <Notice look="warning">{t('mail.noServer')}</Notice> : null}
        {delivery === 'log' ? <Notice>{t('mail.toLog')}</Notice> : null}
        {delivery === 'smtp' && from === null ? <Notice look="warning">{t('mail.noSender')}</Notice> : null}
        <Facts
          facts={[
            ...(server === null ? [] : serverFacts(server, t)),
            [t('mail.from'), from ?? t('mail.none')],
            [t('mail.replyTo'), replyTo ?? t('mail.toSender')],
          ]}
        />
        <p className="small soft">{t('mail.fromSettings')}</p>
      </div>
    </Card>
  )
}

function serverFacts(
  { host, port, secure, username }: NonNullable<MailSettings['server']>,
  t: ReturnType<typeof useTexts>['t'],
): readonly (readonly [string, string])[] {
  return [
    [t('mail.server'), `${host}:${port}`],
    [t('mail.encryption'), t(secure ? 'mail.encrypted' : 'mail.encryptedIfOffered')],
    [t('mail.username'), username ?? t('mail.none')],
  ]
}
