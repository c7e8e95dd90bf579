/** The media library: folders, files, uploads, and what a file is used for. */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import type { MediaFile, MediaFolder } from '../../../../src/admin-api/media-api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Selectable } from '../../ui/lists/selectable.tsx'
import { Page, PageHeader } from '../../ui/page/page.tsx'
import { wayTo } from './folder-tree.ts'
import { Breadcrumb } from './library/breadcrumb.tsx'
import { Files } from './library/files.tsx'
import { FolderCards } from './library/folder-cards.tsx'
import { LibraryTools } from './library/library-tools.tsx'
import { type Library, useLibrary } from './library/use-library.ts'
import { useMarked } from './library/use-marked.ts'
import { DeleteAssetsDialog } from './manage/delete-assets-dialog.tsx'
import { FolderDialog } from './manage/folder-dialog.tsx'
import { MarkedBar } from './manage/marked-bar.tsx'
import { DropAnywhere } from './upload/drop-anywhere.tsx'
import { UploadDialog } from './upload/upload-dialog.tsx'
import { UploadPanel } from './upload/upload-panel.tsx'
import { addUploads, uploadQueue } from './upload/upload-queue.ts'

const FileDialog = lazy(async () => ({ default: (await import('./file/file-dialog.tsx')).FileDialog }))

type Open = 'upload' | 'folder' | MediaFolder

export function MediaPage(): ReactNode {
  const { t, count } = useTexts()
  const library = useLibrary()
  const { search, folder, folders, answer, may, change } = library
  const marked = useMarked(JSON.stringify({ ...search, file: undefined, view: undefined }))
  const [open, setOpen] = useState<Open>()
  useRefreshOnUpload(library)
  const drop = useCallback(
    (files: readonly File[]) => addUploads(files.map(file => ({ file, info: {}, folder }))),
    [folder],
  )
  const current = wayTo(folders, folder).at(-1)
  const close = () => setOpen(undefined)
  return (
    <Page wide>
      <PageHeader
        title={current?.name ?? t('shell.mediaLibrary')}
        subtitle={<span role="status">{answer && count('media.found', answer.meta.pagination.total)}</span>}
        back={<Breadcrumb library={library} />}
        actions={
          may.create ? (
            <>
              <Button icon="folder" onClick={() => setOpen('folder')}>
                {t('media.addFolder')}
              </Button>
              <Button look="primary" icon="add" onClick={() => setOpen('upload')}>
                {t('media.addAssets')}
              </Button>
            </>
          ) : undefined
        }
      />
      <LibraryTools library={library} />
      <Selectable bar={<MarkedBar library={library} marked={marked} />}>
        <FolderCards library={library} marked={marked} onEdit={setOpen} />
        <Files
          library={library}
          marked={marked}
          onOpen={({ id }) => change({ file: String(id), page: search.page })}
          onAdd={() => setOpen('upload')}
        />
      </Selectable>
      {open === 'upload' ? <UploadDialog library={library} onClose={close} /> : null}
      {open !== undefined && open !== 'upload' ? (
        <FolderDialog library={library} folder={open === 'folder' ? undefined : open} onClose={close} />
      ) : null}
      <OpenFile library={library} />
      {may.create ? <DropAnywhere onFiles={drop} /> : null}
      <UploadPanel />
    </Page>
  )
}

/** The file that the address names. */
function OpenFile({ library }: { readonly library: Library }): ReactNode {
  const [deleting, setDeleting] = useState<MediaFile>()
  const { search, change } = library
  if (search.file === undefined) return null
  const close = () => change({ file: undefined, page: search.page })
  return (
    <Suspense>
      <FileDialog library={library} id={Number(search.file)} onClose={close} onDelete={setDeleting} />
      {deleting === undefined ? null : (
        <DeleteAssetsDialog
          library={library}
          files={[deleting.id]}
          folders={[]}
          onClose={() => setDeleting(undefined)}
          onDone={close}
        />
      )}
    </Suspense>
  )
}

function useRefreshOnUpload({ refresh }: Library): void {
  useEffect(() => {
    const stop = uploadQueue.onStored(() => refresh())
    return () => {
      stop()
    }
  }, [refresh])
}
