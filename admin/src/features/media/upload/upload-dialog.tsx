/** "Add new assets": files from the computer, each with the words that describe it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { useDrop } from '../../../ui/drag/use-drop.ts'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { folderOptions } from '../folder-tree.ts'
import type { Library } from '../library/use-library.ts'
import { pickedFiles } from './picked-files.ts'
import styles from './upload.module.css'
import { addUploads } from './upload-queue.ts'

interface Chosen {
  readonly key: number
  readonly file: File
  readonly alternativeText: string
}

let lastKey = 0
const chosenOf = (files: readonly File[]): readonly Chosen[] =>
  files.map(file => {
    lastKey += 1
    return { key: lastKey, file, alternativeText: '' }
  })

export function UploadDialog({
  library,
  onClose,
}: {
  readonly library: Library
  readonly onClose: () => void
}): ReactNode {
  const { t, count } = useTexts()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [folder, setFolder] = useState(library.folder === null ? '' : String(library.folder))
  const add = (files: readonly File[]) => setChosen(old => [...old, ...chosenOf(files)])
  const upload = () => {
    addUploads(
      chosen.map(({ file, alternativeText }) => ({
        file,
        info: alternativeText === '' ? {} : { alternativeText },
        folder: folder === '' ? null : Number(folder),
      })),
    )
    onClose()
  }
  return (
    <DialogForm
      title={t('media.addAssets')}
      submitLabel={count('media.uploadToLibrary', chosen.length)}
      disabled={chosen.length === 0}
      onSubmit={upload}
      onClose={onClose}
    >
      <DropField onFiles={add} />
      <ul className={styles.chosen} aria-label={t('media.chosenFiles')}>
        {chosen.map(item => (
          <ChosenFile
            key={item.key}
            chosen={item}
            onChange={alternativeText =>
              setChosen(chosen.map(other => (other.key === item.key ? { ...other, alternativeText } : other)))
            }
            onRemove={() => setChosen(chosen.filter(({ key }) => key !== item.key))}
          />
        ))}
      </ul>
      <Select
        label={t('media.location')}
        value={folder}
        options={folderOptions(library.folders, t('shell.mediaLibrary'))}
        onChange={setFolder}
      />
    </DialogForm>
  )
}

function DropField({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const drop = useDrop(onFiles)
  return (
    <div className={styles.drop} {...drop}>
      <Icon name="upload" size={28} />
      <p>{t('media.dropHere')}</p>
      <Button icon="folder" onClick={() => input.current?.click()}>
        {t('media.browse')}
      </Button>
      <input ref={input} type="file" multiple hidden onChange={event => onFiles(pickedFiles(event.currentTarget))} />
    </div>
  )
}

interface ChosenFileProps {
  readonly chosen: Chosen
  readonly onChange: (alternativeText: string) => void
  readonly onRemove: () => void
}

function ChosenFile({ chosen: { file, alternativeText }, onChange, onRemove }: ChosenFileProps): ReactNode {
  const { t } = useTexts()
  const [picture, setPicture] = useState<string>()
  const isImage = file.type.startsWith('image/')
  useEffect(() => {
    if (!isImage) return
    const address = URL.createObjectURL(file)
    setPicture(address)
    return () => URL.revokeObjectURL(address)
  }, [file, isImage])
  return (
    <li className="row gap-3 box pad-2">
      <span className={styles.itemPicture}>
        {picture === undefined ? <Icon name="file" /> : <img src={picture} alt="" />}
      </span>
      <div className="grid gap-1 grow">
        <span className="clip shrinks">{file.name}</span>
        {isImage ? (
          <TextField
            label={t('media.altOf', { name: file.name })}
            hideLabel
            placeholder={t('media.alternativeText')}
            value={alternativeText}
            onChange={onChange}
          />
        ) : null}
      </div>
      <IconButton label={t('media.removeFile', { name: file.name })} icon="close" onClick={onRemove} />
    </li>
  )
}
