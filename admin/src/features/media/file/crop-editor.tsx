/** Keeps a part of an image: drawn with the pointer, or given in numbers. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { TextKey } from '../../../i18n/texts.ts'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { freshAddress } from '../file-facts.ts'
import { fileQuery } from '../media-queries.ts'
import { type Area, areaBetween, fitArea, isInside, type Point } from './crop-area.ts'
import styles from './file.module.css'
import type { StageProps } from './stage-props.ts'

const NUMBERS: readonly (readonly [keyof Area, TextKey])[] = [
  ['x', 'media.cropX'],
  ['y', 'media.cropY'],
  ['width', 'media.cropWidth'],
  ['height', 'media.cropHeight'],
]

export function CropEditor({ library, file, onClose }: StageProps & { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const image = { width: file.width ?? 1, height: file.height ?? 1 }
  const [area, setArea] = useState<Area>({ x: 0, y: 0, ...image })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (copy: boolean) => call('POST /media/:id/crop', { params: { id: file.id }, body: { ...area, copy } }),
    onSuccess: async ({ data }, copy) => {
      if (!copy) client.setQueryData(fileQuery(file.id).queryKey, data)
      await library.refresh()
      showToast({ message: t(copy ? 'media.croppedCopy' : 'media.cropped', { name: data.name }) })
      onClose()
    },
  })
  return (
    <div className="grid gap-3">
      <CropFrame area={area} onChange={setArea} image={image} src={freshAddress(file.url, file.updatedAt)} />
      <fieldset className={styles.numbers}>
        <legend className="visually-hidden">{t('media.cropArea')}</legend>
        {NUMBERS.map(([name, key]) => (
          <TextField
            key={name}
            type="number"
            label={t(key)}
            value={area[name]}
            onChange={value => setArea(fitArea({ ...area, [name]: Number(value) }, image))}
          />
        ))}
      </fieldset>
      <ErrorNotice error={error} />
      <div className="flex wrap gap-2 ends">
        <Button size="small" onClick={onClose}>
          {t('media.stopCropping')}
        </Button>
        {library.may.create ? (
          <Button size="small" busy={isPending} onClick={() => mutate(true)}>
            {t('media.cropCopy')}
          </Button>
        ) : null}
        <Button size="small" look="primary" busy={isPending} onClick={() => mutate(false)}>
          {t('media.cropOriginal')}
        </Button>
      </div>
    </div>
  )
}

interface CropFrameProps {
  readonly area: Area
  readonly image: { readonly width: number; readonly height: number }
  readonly src: string
  readonly onChange: (area: Area) => void
}

interface Drag {
  readonly from: Point
  /** The area when the drag began, if it moves; a new one is drawn otherwise. */
  readonly moved: Area | null
}

function CropFrame({ area, image, src, onChange }: CropFrameProps): ReactNode {
  const drag = useRef<Drag | null>(null)
  const percent = (value: number, whole: number) => `${(value / whole) * 100}%`
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent): Point => {
    const box = currentTarget.getBoundingClientRect()
    return {
      x: ((clientX - box.left) / box.width) * image.width,
      y: ((clientY - box.top) / box.height) * image.height,
    }
  }
  const isWhole = area.width === image.width && area.height === image.height
  return (
    <div
      className={styles.cropFrame}
      onPointerDown={event => {
        const from = pointOf(event)
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { from, moved: !isWhole && isInside(from, area) ? area : null }
      }}
      onPointerMove={event => {
        if (drag.current === null) return
        const { from, moved } = drag.current
        const to = pointOf(event)
        const next =
          moved === null
            ? areaBetween(from, to, image)
            : fitArea({ ...moved, x: moved.x + to.x - from.x, y: moved.y + to.y - from.y }, image)
        onChange(next)
      }}
      onPointerUp={() => {
        drag.current = null
      }}
    >
      <img className={styles.whole} src={src} alt="" draggable={false} />
      <span
        className={styles.cropArea}
        style={{
          left: percent(area.x, image.width),
          top: percent(area.y, image.height),
          width: percent(area.width, image.width),
          height: percent(area.height, image.height),
        }}
      />
    </div>
  )
}
