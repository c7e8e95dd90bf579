/** What is made of uploaded images, where files are kept, and whether that works. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ImageSettings, MediaSettings } from '../../../../../src/admin-api/settings/media-settings-api.ts'
import { call } from '../../../api/call.ts'
import { byteText } from '../../../api/size-text.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery, useChanged } from '../shared/settings-query.ts'
import { TryStorage } from './try-storage.tsx'

const mediaSettingsQuery = settingsQuery(['media'], options => call('GET /settings/media', options))

export function MediaSettingsPage(): ReactNode {
  return (
    <SettingsFrame place={SETTINGS_PLACES.media}>
      <Loaded query={useQuery(mediaSettingsQuery)} lines={8}>
        {settings => (
          <div className="stack gap-4">
            <ImageForm settings={settings} />
            <Storage server={settings.server} />
            <TryStorage />
          </div>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

function ImageForm({ settings }: { readonly settings: MediaSettings }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const { sizeOptimization, responsiveDimensions, autoOrientation } = settings
  const [wanted, setWanted] = useState<ImageSettings>({ sizeOptimization, responsiveDimensions, autoOrientation })
  const form = useSubmit(async () => {
    await call('PUT /settings/media', { body: wanted })
    await changed(t('server.mediaSaved'))
  })
  const choice = (name: keyof ImageSettings, label: string, hint: string) => (
    <Switch label={label} hint={hint} checked={wanted[name]} onChange={on => setWanted({ ...wanted, [name]: on })} />
  )
  const widths = Object.values(settings.server.breakpoints).join(', ')
  return (
    <SettingsForm title={t('server.images')} form={form} isColumn>
      {choice('responsiveDimensions', t('server.responsive'), t('server.responsiveHint', { widths }))}
      {choice('sizeOptimization', t('server.optimize'), t('server.optimizeHint'))}
      {choice('autoOrientation', t('server.orientation'), t('server.orientationHint'))}
      <p className="small soft">{t('server.imagesLater')}</p>
    </SettingsForm>
  )
}

function Storage({ server }: Pick<MediaSettings, 'server'>): ReactNode {
  const { t, number } = useTexts()
  const { provider, problem, place, sizeLimit, formats, allow, deny } = server
  const listed = (types: readonly string[], none: string) => (types.length === 0 ? none : types.join(', '))
  return (
    <Card title={t('server.storage')}>
      <div className="stack gap-3">
        {problem === null ? null : <Notice look="warning">{problem}</Notice>}
        <Facts
          facts={[
            [t('server.provider'), provider === 'local' ? t('server.localFolder') : provider],
            ...(place === null ? [] : [[t('server.bucket'), place] as const]),
            [t('server.sizeLimit'), byteText(sizeLimit, number)],
            [t('server.furtherFormats'), listed(formats, t('server.none'))],
            [t('server.allowed'), listed(allow, t('server.allTypes'))],
            ...(deny.length === 0 ? [] : [[t('server.denied'), deny.join(', ')] as const]),
          ]}
        />
        <p className="small soft">{t('server.storageText')}</p>
      </div>
    </Card>
  )
}
