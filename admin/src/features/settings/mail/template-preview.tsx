/** What a mail looks like, with an example of a user, while somebody changes it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MailTemplateText, PreviewedMail } from '../../../../../src/admin-api/settings/mail-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { useSettled } from '../../../ui/lists/use-settled.ts'
import { Card } from '../../../ui/page/page.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import styles from './mail.module.css'
import { EMPTY_MAIL, showMail } from './shown-mail.ts'

interface Preview {
  readonly mail: PreviewedMail | undefined
  /** Why it cannot be shown as it is written now. */
  readonly error: unknown
}

export function usePreview(name: string, text: MailTemplateText): Preview {
  const written = useSettled(JSON.stringify(text))
  const { data, error } = useQuery({
    ...settingsQuery(['preview', name, written], ({ signal }) =>
      call('POST /settings/email-templates/:name/preview', {
        ...{ params: { name }, signal },
        body: JSON.parse(written) as MailTemplateText,
      }),
    ),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { mail: data, error }
}

export function TemplatePreview({ preview: { mail, error } }: { readonly preview: Preview }): ReactNode {
  const { t } = useTexts()
  return (
    <Card title={t('mail.preview')}>
      {mail === undefined ? (
        <p className="soft">{error === null ? '…' : t('mail.previewWaits')}</p>
      ) : (
        <div className="stack gap-3">
          <Facts
            facts={[
              [t('mail.from'), mail.from ?? t('mail.none')],
              [t('mail.to'), mail.to],
              ...(mail.replyTo === null ? [] : [[t('mail.replyTo'), mail.replyTo] as const]),
              [t('mail.subject'), mail.subject],
            ]}
          />
          <MailFrame html={mail.html} />
          <p className="small soft">{t('mail.previewText')}</p>
        </div>
      )}
    </Card>
  )
}

function MailFrame({ html }: { readonly html: string }): ReactNode {
  const { t } = useTexts()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (isReady && page) showMail(page, html)
  }, [isReady, html])
  return (
    <iframe
      ref={frame}
      title={t('mail.preview')}
      // The panel fills it; nothing inside runs.
      sandbox="allow-same-origin"
      srcDoc={EMPTY_MAIL}
      onLoad={() => setReady(true)}
      className={styles.frame}
    />
  )
}
