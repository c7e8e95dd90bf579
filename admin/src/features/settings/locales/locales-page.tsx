/** The locales of the content: added, named, made the default, and removed with their entries. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LocaleInfo } from '../../../../../src/admin-api/schema-api.ts'
import { localesQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { useMay } from '../shared/use-may.ts'
import { AddLocale, ChangeLocale } from './locale-dialog.tsx'
import { RemoveLocale } from './remove-locale.tsx'

type Opened =
  | { readonly what: 'add' }
  | { readonly what: 'change'; readonly locale: LocaleInfo }
  | { readonly what: 'remove'; readonly locale: LocaleInfo }

export function LocalesPage(): ReactNode {
  const { t } = useTexts()
  const may = useMay('plugin::i18n.locale')
  const [opened, setOpened] = useState<Opened>()
  const add = (
    <Button look="primary" icon="add" onClick={() => setOpened({ what: 'add' })}>
      {t('settings.addLocale')}
    </Button>
  )
  const tools = (locale: LocaleInfo) => (
    <div className="row gap-1 ends">
      {may('update') ? (
        <IconButton
          label={t('settings.changeLocale', { name: locale.name })}
          icon="edit"
          onClick={() => setOpened({ what: 'change', locale })}
        />
      ) : null}
      {may('delete') && !locale.isDefault ? (
        <IconButton
          label={t('settings.removeLocale', { name: locale.name })}
          icon="trash"
          onClick={() => setOpened({ what: 'remove', locale })}
        />
      ) : null}
    </div>
  )
  return (
    <SettingsFrame place={SETTINGS_PLACES.locales} actions={may('create') ? add : undefined}>
      <Listed
        label={t('shell.placeLocales')}
        query={useQuery(localesQuery)}
        empty={t('settings.noLocales')}
        emptyIcon="globe"
        keyOf={({ id }) => id}
        columns={[
          { header: t('settings.localeName'), cell: locale => <Name locale={locale} /> },
          { header: t('settings.localeCode'), cell: ({ code }) => <code>{code}</code>, wideOnly: true },
          { header: t('settings.actions'), hideHeader: true, align: 'end', cell: tools },
        ]}
      />
      {opened === undefined ? null : <Dialogs opened={opened} onClose={() => setOpened(undefined)} />}
    </SettingsFrame>
  )
}

function Dialogs({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }): ReactNode {
  if (opened.what === 'add') return <AddLocale onClose={onClose} />
  const Dialog = opened.what === 'change' ? ChangeLocale : RemoveLocale
  return <Dialog locale={opened.locale} onClose={onClose} />
}

function Name({ locale: { name, isDefault } }: { readonly locale: LocaleInfo }): ReactNode {
  const { t } = useTexts()
  return (
    <div className="row wrap gap-2">
      {name}
      {isDefault ? <Badge look="good">{t('settings.defaultLocale')}</Badge> : null}
    </div>
  )
}
