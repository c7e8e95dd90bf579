/** Files of the media library: chosen from it, dropped on the field, ordered. */
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import { useSortableTexts } from '../../../forms/use-sortable-texts.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { DropArea } from '../../../ui/drag/drop-area.tsx'
import { moved } from '../../../ui/drag/moved.ts'
import { SortableList } from '../../../ui/drag/sortable-list.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { useForm, useValue } from '../form-context.tsx'
import { FieldProblem, useProblemId } from './field-problem.tsx'
import type { FieldPlace } from './field-props.ts'
import styles from './fields.module.css'
import mediaStyles from './media-field.module.css'
import { PickFiles } from './pick-files.tsx'
import { fileValue, useUpload } from './use-upload.ts'

const FileDetails = lazy(async () => ({ default: (await import('../../media/entry.ts')).FileDetails }))

const NONE: readonly FileValue[] = []

export const MediaField = memo(function MediaField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, label, hint, attribute, disabled } = place
  const { t } = useTexts()
  const { store } = useForm()
  const files = useValue<readonly FileValue[]>(path) ?? NONE
  const problemId = useProblemId(path)
  const texts = useSortableTexts()
  const [isOpen, setOpen] = useState(false)
  const [detailed, setDetailed] = useState<number>()
  const isMultiple = attribute.multiple === true
  const set = (next: readonly FileValue[]) => store.set(path, next)
  const { part, upload } = useUpload(isMultiple, stored => {
    const now = (store.values.get(path) ?? NONE) as readonly FileValue[]
    set([...(isMultiple ? now : NONE), ...stored.map(fileValue)])
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group has one label, which is part of its name
    <div role="group" aria-label={label} aria-describedby={problemId}>
      <span className={styles.label} data-required={attribute.required || undefined}>
        {label}
      </span>
      <DropArea
        label={t(isMultiple ? 'form.addAssets' : files.length > 0 ? 'form.replaceAsset' : 'form.addAsset')}
        multiple={isMultiple}
        busy={part}
        disabled={disabled}
        onFiles={added => void upload(added)}
        onClick={() => setOpen(true)}
      >
        {files.length === 0 ? null : (
          <SortableList
            label={t('form.chosenOf', { name: label })}
            items={files}
            keyOf={({ id }) => String(id)}
            nameOf={({ name }) => name}
            onMove={(from, to) => set(moved(files, from, to))}
            texts={texts}
            disabled={disabled || !isMultiple || files.length < 2}
          >
            {(file, _, handle) => (
              <ChosenFile
                file={file}
                handle={handle}
                disabled={disabled}
                onOpen={() => setDetailed(file.id)}
                onRemove={() => set(files.filter(({ id }) => id !== file.id))}
              />
            )}
          </SortableList>
        )}
      </DropArea>
      {hint === undefined ? null : <p className="small soft above-1">{hint}</p>}
      <FieldProblem path={path} />
      {detailed === undefined ? null : (
        <Suspense>
          <FileDetails
            id={detailed}
            onClose={() => setDetailed(undefined)}
            onSaved={saved => {
              const now = (store.values.get(path) ?? NONE) as readonly FileValue[]
              // The words are those of the library: the entry has not changed.
              store.values.set(
                path,
                now.map(file => (file.id === saved.id ? fileValue(saved) : file)),
              )
            }}
          />
        </Suspense>
      )}
      {isOpen ? (
        <PickFiles
          multiple={isMultiple}
          allowedTypes={attribute.allowedTypes ?? []}
          chosen={files}
          onChoose={chosen => set(chosen.map(fileValue))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
})

interface ChosenFileProps {
  readonly file: FileValue
  readonly handle: ReactNode
  readonly disabled: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function ChosenFile({ file, handle, disabled, onOpen, onRemove }: ChosenFileProps): ReactNode {
  const { t } = useTexts()
  return (
    <div className={mediaStyles.file}>
      {handle}
      <span className={mediaStyles.thumbnail}>
        <Thumbnail file={file} />
      </span>
      <button
        type="button"
        className={mediaStyles.open}
        title={t('form.fileDetails', { name: file.name })}
        onClick={onOpen}
      >
        {file.name}
        <span className={mediaStyles.detail}>{detailOf(file)}</span>
        {isDescribed(file) ? null : <span className={mediaStyles.missing}>{t('form.noAlternativeText')}</span>}
      </button>
      {disabled ? null : (
        <IconButton size="small" icon="close" label={t('form.removeItem', { name: file.name })} onClick={onRemove} />
      )}
    </div>
  )
}

/** Whether those who cannot see it learn what it shows. */
function isDescribed({ mime, alternativeText }: FileValue): boolean {
  return !mime.startsWith('image/') || (alternativeText !== null && alternativeText !== '')
}

function detailOf({ ext, width, height }: FileValue): string {
  const size = width === null || height === null ? '' : `${width} × ${height}`
  return [(ext ?? '').replace('.', '').toUpperCase(), size].filter(text => text !== '').join(' · ')
}
