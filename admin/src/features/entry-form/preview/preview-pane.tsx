/** The page of the site, beside the form: as the entry is saved now, at the width of a phone, a tablet or all there is. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { useForm } from '../form-context.tsx'
import { useDirty } from '../saving/use-dirty.ts'
import { useCell } from '../store/cell.ts'
import styles from './preview-pane.module.css'
import { useFittingScale } from './use-fitting-scale.ts'

/** In pixels, as the page sees them. */
const WIDTHS = { phone: 390, tablet: 820, full: null } as const
type Width = keyof typeof WIDTHS
const WIDTH_NAMES = { phone: 'form.widthPhone', tablet: 'form.widthTablet', full: 'form.widthFull' } as const

export default function PreviewPane({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const { session, store, type } = useForm()
  const { entry } = useCell(session.meta)
  const isDirty = useDirty(store)
  const [width, setWidth] = useState<Width>('full')
  const [reloads, setReloads] = useState(0)
  const saved = entry?.pending?.savedAt ?? entry?.updatedAt
  const id = entry?.id ?? 0
  const address = useQuery({
    queryKey: ['preview', type.uid, id, saved, entry?.publishedAt, reloads],
    queryFn: async ({ signal }) =>
      (await call('GET /content/:uid/:id/preview-url', { params: { uid: type.uid, id }, signal })).data.url,
    // What is shown stays until the next page comes.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <section className={styles.pane} aria-label={t('form.previewPane')}>
      <div className={styles.bar}>
        <Switch
          label={t('form.previewWidth')}
          value={width}
          options={(['phone', 'tablet', 'full'] as const).map(value => ({ value, label: t(WIDTH_NAMES[value]) }))}
          onChange={setWidth}
        />
        <span className={styles.tools}>
          <IconButton icon="refresh" label={t('form.reloadPreview')} onClick={() => setReloads(reloads + 1)} />
          <IconButton
            icon="external"
            label={t('form.previewTab')}
            disabled={address.data === undefined}
            onClick={() => window.open(address.data, '_blank', 'noopener')}
          />
          <IconButton icon="close" label={t('form.closePreview')} onClick={onClose} />
        </span>
      </div>
      {isDirty ? <p className={styles.note}>{t('form.previewOfSaved')}</p> : null}
      <Loaded query={address}>{url => <Frame key={reloads} url={url} width={WIDTHS[width]} />}</Loaded>
    </section>
  )
}

/** A page of this server may not reach the panel around it. */
function sandboxOf(url: string): string {
  const isOwn = new URL(url, location.href).origin === location.origin
  return `allow-scripts allow-forms allow-popups${isOwn ? '' : ' allow-same-origin'}`
}

function Frame({ url, width }: { readonly url: string; readonly width: number | null }): ReactNode {
  const { t } = useTexts()
  const { ref, scale } = useFittingScale(width)
  const size =
    width === null ? {} : { width, height: `${100 / scale}%`, transform: `scale(${scale})`, transformOrigin: '0 0' }
  return (
    <div ref={ref} className={styles.stage}>
      <iframe className={styles.frame} title={t('form.previewPane')} src={url} sandbox={sandboxOf(url)} style={size} />
    </div>
  )
}
