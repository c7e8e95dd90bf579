import { lazy, type ReactNode, Suspense } from 'react'
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'

const MediaPicker = lazy(async () => ({ default: (await import('../../media/entry.ts')).MediaPicker }))

export interface PickFilesProps {
  readonly multiple: boolean
  readonly allowedTypes?: readonly string[]
  readonly chosen?: readonly FileValue[]
  readonly onChoose: (files: readonly FileValue[]) => void
  readonly onClose: () => void
}

/** The files of the media library, to choose from. Images unless other types are named. Closes itself. */
export function PickFiles({ allowedTypes = ['images'], chosen = [], onChoose, ...rest }: PickFilesProps): ReactNode {
  const choose = (files: readonly FileValue[]) => {
    rest.onClose()
    onChoose(files)
  }
  return (
    <Suspense fallback={null}>
      <MediaPicker {...rest} allowedTypes={allowedTypes} chosen={chosen} onChoose={choose} />
    </Suspense>
  )
}
