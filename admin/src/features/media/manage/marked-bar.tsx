import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { SelectionBar } from '../../../ui/overlays/selection-bar.tsx'
import type { Library } from '../library/use-library.ts'
import type { Marked } from '../library/use-marked.ts'
import { DeleteAssetsDialog } from './delete-assets-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** What can be done with the ticked files and folders. */
export function MarkedBar({ library, marked }: { readonly library: Library; readonly marked: Marked }): ReactNode {
  const { t, count } = useTexts()
  const [open, setOpen] = useState<'move' | 'delete'>()
  const amount = marked.files.size + marked.folders.size
  if (amount === 0) return null
  const props = {
    library,
    files: [...marked.files],
    folders: [...marked.folders],
    onClose: () => setOpen(undefined),
    onDone: marked.clear,
  }
  return (
    <SelectionBar label={t('media.selection')} amount={count('media.selected', amount)}>
      <Button size="small" icon="folder" onClick={() => setOpen('move')}>
        {t('media.move')}
      </Button>
      <Button size="small" icon="trash" look="danger" onClick={() => setOpen('delete')}>
        {t('media.delete')}
      </Button>
      <Button look="quiet" size="small" onClick={marked.clear}>
        {t('media.clearSelection')}
      </Button>
      {open === 'move' ? <MoveDialog {...props} /> : null}
      {open === 'delete' ? <DeleteAssetsDialog {...props} /> : null}
    </SelectionBar>
  )
}
