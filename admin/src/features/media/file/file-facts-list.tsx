import type { ReactNode } from 'react'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { sizeText } from '../../../api/size-text.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { extensionOf } from '../file-facts.ts'

export function FileFacts({ file }: { readonly file: MediaFile }): ReactNode {
  const { t, number, date } = useTexts()
  const facts: readonly (readonly [string, string])[] = [
    [t('media.size'), sizeText(file.size, number)],
    ...(file.width === null || file.height === null
      ? []
      : ([[t('media.dimensions'), `${file.width} × ${file.height}`]] as const)),
    [t('media.extension'), extensionOf(file)],
    [t('media.created'), date(file.createdAt)],
    [t('media.assetId'), String(file.id)],
  ]
  return <Facts facts={facts} inset />
}
