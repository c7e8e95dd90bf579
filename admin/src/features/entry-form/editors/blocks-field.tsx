/** Rich text stored as Strapi's `blocks`. */
import { memo, type ReactNode, useState } from 'react'
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { blockExtensions } from '../../../ui/editors/blocks-extensions.ts'
import type { FieldPlace } from '../fields/field-props.ts'
import { useForm, useValue } from '../form-context.tsx'
import { blockImage, blocksOf, documentOf } from './blocks-document.ts'
import { EditorFrame } from './editor-frame.tsx'
import { RichText, useDocument } from './rich-text.tsx'

function BlocksField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path } = place
  const { t } = useTexts()
  const { store } = useForm()
  const value = useValue<readonly Json[]>(path)
  const [extensions] = useState(blockExtensions)
  const { opened, key, written } = useDocument(value, documentOf)
  return (
    <EditorFrame place={place} help={t('form.leaveEditor')}>
      <RichText
        place={place}
        extensions={extensions}
        document={opened}
        documentKey={key}
        isMultiple={false}
        imageOf={imageOf}
        onChange={changed => {
          written.current = blocksOf(changed)
          store.set(path, written.current)
        }}
      />
    </EditorFrame>
  )
}

function imageOf(file: FileValue & Partial<MediaFile>) {
  return { type: 'image', attrs: { image: blockImage(file) } }
}

export default memo(BlocksField)
