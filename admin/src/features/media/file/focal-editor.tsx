/** The point of an image that stays in view, however it is cut: pointed at, or moved with the keys. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FocalPoint } from '../../../../../src/admin-api/media-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Range } from '../../../ui/inputs/range.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { freshAddress } from '../file-facts.ts'
import { fileQuery } from '../media-queries.ts'
import styles from './file.module.css'
import type { StageProps } from './stage-props.ts'

const MIDDLE: FocalPoint = { x: 50, y: 50 }

export function FocalEditor({ library, file, onClose }: StageProps & { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const [point, setPoint] = useState(file.focalPoint ?? MIDDLE)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: FocalPoint | null) => call('PUT /media/:id/focal', { params: { id: file.id }, body }),
    onSuccess: async ({ data }) => {
      client.setQueryData(fileQuery(file.id).queryKey, data)
      await library.refresh()
      showToast({ message: t('media.focalSaved') })
      onClose()
    },
  })
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the sliders below do the same by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders below do the same by keyboard */}
      <div
        className={styles.focalFrame}
        onClick={({ currentTarget, clientX, clientY }) => {
          const box = currentTarget.getBoundingClientRect()
          setPoint({
            x: Math.round(((clientX - box.left) / box.width) * 100),
            y: Math.round(((clientY - box.top) / box.height) * 100),
          })
        }}
      >
        <img className={styles.whole} src={freshAddress(file.url, file.updatedAt)} alt="" draggable={false} />
        <span className={styles.focalPoint} style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      </div>
      <p className="small soft">{t('media.focalText')}</p>
      <div className="grid gap-2">
        <Range label={t('media.focalX')} value={point.x} onChange={x => setPoint({ ...point, x })} />
        <Range label={t('media.focalY')} value={point.y} onChange={y => setPoint({ ...point, y })} />
      </div>
      <ErrorNotice error={error} />
      <div className="flex wrap gap-2 ends">
        <Button size="small" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button size="small" disabled={file.focalPoint === null} busy={isPending} onClick={() => mutate(null)}>
          {t('media.focalReset')}
        </Button>
        <Button size="small" look="primary" busy={isPending} onClick={() => mutate(point)}>
          {t('media.focalSave')}
        </Button>
      </div>
    </div>
  )
}
