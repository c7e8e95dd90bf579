/** What can be done with the chosen entries. It appears with the first choice. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { TextKey } from '../../../i18n/texts.ts'
import type { IconName } from '../../../ui/display/icon.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { SelectionBar } from '../../../ui/overlays/selection-bar.tsx'
import { entriesOf, listQueryOf } from '../list-request.ts'
import type { List } from '../use-list.ts'
import type { Selection } from '../use-selection.ts'
import type { BulkDialogProps, Chosen } from './bulk-types.ts'

const DIALOGS = {
  publish: lazy(async () => ({ default: (await import('./bulk-publish.tsx')).PublishDialog })),
  unpublish: lazy(async () => ({ default: (await import('./bulk-publish.tsx')).UnpublishDialog })),
  release: lazy(async () => ({ default: (await import('./bulk-release.tsx')).ReleaseDialog })),
  move: lazy(async () => ({ default: (await import('./bulk-move.tsx')).MoveDialog })),
  edit: lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog })),
  export: lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog })),
  delete: lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog })),
}

type Action = keyof typeof DIALOGS

const ACTIONS: readonly (readonly [Action, IconName, TextKey])[] = [
  ['publish', 'check', 'list.publish'],
  ['unpublish', 'minus', 'list.unpublish'],
  ['release', 'layers', 'releases.add'],
  ['move', 'arrowRight', 'form.stageMove'],
  ['edit', 'edit', 'list.edit'],
  ['export', 'download', 'list.export'],
  ['delete', 'trash', 'list.delete'],
]

export function BulkBar({ list, selection }: { readonly list: List; readonly selection: Selection }): ReactNode {
  const { t, count } = useTexts()
  const [action, setAction] = useState<Action>()
  const total = list.answer?.meta.pagination.total ?? 0
  const amount = selection.all ? total : selection.ids.size
  if (amount === 0 || list.view?.settings.bulkable === false) return null
  const shown = list.answer?.data.length ?? 0
  const offersAll = !selection.all && total > shown && (list.answer?.data ?? []).every(({ id }) => selection.has(id))
  const Dialog = action === undefined ? undefined : (DIALOGS[action] as (props: BulkDialogProps) => ReactNode)
  return (
    <SelectionBar label={t('list.bulkActions')} amount={count('list.selected', amount)}>
      {ACTIONS.filter(([name]) => isAllowed(name, list)).map(([name, icon, label]) => (
        <Button
          key={name}
          size="small"
          icon={icon}
          look={name === 'delete' ? 'danger' : 'plain'}
          onClick={() => setAction(name)}
        >
          {t(label)}
        </Button>
      ))}
      {offersAll ? (
        <Button look="quiet" size="small" onClick={selection.selectAll}>
          {count('list.selectAll', total)}
        </Button>
      ) : null}
      <Button look="quiet" size="small" onClick={selection.clear}>
        {t('list.clearSelection')}
      </Button>
      {Dialog === undefined ? null : (
        <Suspense>
          <Dialog
            list={list}
            chosen={chosenOf(list, selection)}
            amount={amount}
            onClose={() => setAction(undefined)}
            onDone={selection.clear}
          />
        </Suspense>
      )}
    </SelectionBar>
  )
}

function isAllowed(action: Action, { type: { rights, draftAndPublish }, answer }: List): boolean {
  switch (action) {
    case 'move':
      return answer?.meta.stages?.some(({ mayEnter }) => mayEnter) === true
    case 'publish':
    case 'unpublish':
    case 'release':
      return draftAndPublish && rights.publish !== false
    case 'edit':
      return rights.update !== false
    case 'delete':
      return rights.delete !== false
    case 'export':
      return true
  }
}

function chosenOf({ search }: List, { all, ids }: Selection): Chosen {
  return all ? { query: listQueryOf(entriesOf(search)) } : { ids: [...ids].sort((a, b) => a - b) }
}
