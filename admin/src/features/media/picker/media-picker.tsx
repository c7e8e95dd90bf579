/** Chooses files of the library for a field, or adds new ones. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import { call } from '../../../api/call.ts'
import { uploadFiles } from '../../../api/upload.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { DropArea } from '../../../ui/drag/drop-area.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useSettled } from '../../../ui/lists/use-settled.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogButtons } from '../../../ui/overlays/dialog-form.tsx'
import { showError } from '../../../ui/overlays/toast.tsx'
import { folderOptions } from '../folder-tree.ts'
import { foldersQuery, MEDIA_KEY } from '../media-queries.ts'
import { FileTile } from './file-tile.tsx'
import styles from './media-picker.module.css'

export interface MediaPickerProps {
  readonly multiple: boolean
  /** `images`, `videos`, `audios`, `files`; all if there are none. */
  readonly allowedTypes: readonly string[]
  readonly chosen: readonly FileValue[]
  readonly onChoose: (files: readonly FileValue[]) => void
  readonly onClose: () => void
}

const PAGE = 24
const EVERYWHERE = 'everywhere'

export function MediaPicker({ multiple, allowedTypes, chosen, onChoose, onClose }: MediaPickerProps): ReactNode {
  const { t, count } = useTexts()
  const [files, setFiles] = useState(chosen)
  const [search, setSearch] = useState('')
  const [size, setSize] = useState(PAGE)
  const [part, setPart] = useState<number | null>(null)
  const [folder, setFolder] = useState(EVERYWHERE)
  const text = useSettled(search)
  const type = allowedTypes.length === 1 ? allowedTypes[0] : undefined
  const query = useFound({ text, type, folder, size })
  const toggle = (file: FileValue) => {
    const isChosen = files.some(({ id }) => id === file.id)
    if (isChosen) setFiles(files.filter(({ id }) => id !== file.id))
    else setFiles(multiple ? [...files, file] : [file])
  }
  const add = async (added: readonly File[]) => {
    setPart(0)
    try {
      const stored = await uploadFiles(added, { onProgress: setPart, folder: Number(folder) || undefined })
      setFiles(multiple ? [...files, ...stored] : stored.slice(0, 1))
      await query.refetch()
    } catch (error) {
      showError(error)
    }
    setPart(null)
  }
  return (
    <Dialog
      size="large"
      title={t('media.pickTitle')}
      onClose={onClose}
      actions={
        <DialogButtons
          before={<span className={styles.count}>{count('media.pickCount', files.length)}</span>}
          submitLabel={t('media.pickFinish')}
          onSubmit={() => onChoose(files)}
          onClose={onClose}
        />
      }
    >
      <div className="stack gap-3">
        <PickerTools search={search} onSearch={setSearch} folder={folder} onFolder={setFolder} />
        <DropArea label={t('media.pickUpload')} multiple={multiple} busy={part} onFiles={added => void add(added)} />
        <Loaded query={query}>
          {({ data: found, meta }) => (
            <>
              {found.length === 0 ? <EmptyState icon="image" title={t('media.pickNone')} /> : null}
              <ul className={styles.grid} aria-label={t('media.pickFiles')}>
                {found.map(file => (
                  <li key={file.id}>
                    <FileTile
                      file={file}
                      isChosen={files.some(({ id }) => id === file.id)}
                      onToggle={() => toggle(file)}
                    />
                  </li>
                ))}
              </ul>
              {found.length < meta.pagination.total ? (
                <Button look="quiet" busy={query.isFetching} onClick={() => setSize(size + PAGE)}>
                  {t('media.pickMore')}
                </Button>
              ) : null}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

interface Wanted {
  readonly text: string
  readonly type: string | undefined
  readonly folder: string
  readonly size: number
}

function useFound({ text, type, folder, size }: Wanted) {
  return useQuery({
    queryKey: [...MEDIA_KEY, 'picker', text, type, folder, size],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call('GET /media', {
        query: {
          pageSize: size,
          sort: 'createdAt:desc',
          ...(text === '' ? {} : { _q: text }),
          ...(type === undefined ? {} : { type }),
          ...(folder === EVERYWHERE ? {} : { folder: folder === '' ? 'root' : Number(folder) }),
        },
        signal,
      }),
  })
}

interface PickerToolsProps {
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly folder: string
  readonly onFolder: (folder: string) => void
}

function PickerTools({ search, onSearch, folder, onFolder }: PickerToolsProps): ReactNode {
  const { t } = useTexts()
  const { data: folders = [] } = useQuery(foldersQuery)
  return (
    <div className={styles.tools}>
      <TextField
        label={t('media.pickSearch')}
        hideLabel
        icon="search"
        type="search"
        placeholder={t('media.pickSearch')}
        value={search}
        onChange={onSearch}
      />
      {folders.length === 0 ? null : (
        <Select
          label={t('media.folder')}
          hideLabel
          value={folder}
          options={[
            { value: EVERYWHERE, label: t('media.allFolders') },
            ...folderOptions(folders, t('shell.mediaLibrary')),
          ]}
          onChange={onFolder}
        />
      )}
    </div>
  )
}
