import { useState } from 'react'
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { uploadFiles } from '../../../api/upload.ts'
import { showError } from '../../../ui/overlays/toast.tsx'

/** `part`: how much has arrived, from 0 to 1; `null` if nothing is on its way. */
export function useUpload(isMultiple: boolean, onStored: (files: readonly MediaFile[]) => void) {
  const [part, setPart] = useState<number | null>(null)
  const upload = async (added: readonly File[]) => {
    setPart(0)
    try {
      const stored = await uploadFiles(isMultiple ? added : added.slice(0, 1), { onProgress: setPart })
      onStored(stored)
    } catch (error) {
      showError(error)
    }
    setPart(null)
  }
  return { part, upload }
}

/** Only what a form needs: drafts are kept whole. */
export function fileValue({
  id,
  name,
  alternativeText,
  caption,
  width,
  height,
  formats,
  ext,
  mime,
  size,
  url,
  previewUrl,
}: FileValue): FileValue {
  return { id, name, alternativeText, caption, width, height, formats, ext, mime, size, url, previewUrl }
}
