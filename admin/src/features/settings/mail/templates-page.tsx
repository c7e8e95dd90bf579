/** The mails to users: their subjects, and whether somebody has changed them. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { NameCell } from '../shared/name-cell.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { templatesQuery, titleOf } from './mail-templates.ts'

export function TemplatesPage(): ReactNode {
  const { t } = useTexts()
  return (
    <SettingsFrame place={SETTINGS_PLACES.templates}>
      <Listed
        label={t('shell.placeTemplates')}
        query={useQuery(templatesQuery)}
        empty={t('mail.noTemplate')}
        emptyIcon="mail"
        keyOf={({ name }) => name}
        columns={[
          {
            header: t('access.name'),
            cell: ({ name, subject }) => (
              <NameCell text={subject}>
                <Link to="/settings/users-permissions/email-templates/$name" params={{ name }}>
                  {titleOf(name, t)}
                </Link>
              </NameCell>
            ),
          },
          {
            header: t('history.state'),
            cell: ({ isUsual }) =>
              isUsual ? <Badge>{t('mail.usual')}</Badge> : <Badge look="changed">{t('mail.changed')}</Badge>,
          },
        ]}
      />
    </SettingsFrame>
  )
}
