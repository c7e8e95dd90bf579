/** The entries of a release, each with what would happen to it now. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CheckedItem, Release, ReleaseItem } from '../../../../../src/admin-api/release-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { showError, showToast } from '../../../ui/overlays/toast.tsx'
import { EntryCell } from '../entry-cell.tsx'
import { RELEASES, releaseCheckQuery } from './release-queries.ts'

const STATES = {
  ready: { look: 'good', text: 'releases.ready' },
  done: { look: 'neutral', text: 'releases.asWanted' },
  refused: { look: 'bad', text: 'releases.refused' },
} as const

const STATUSES = { draft: 'list.draft', published: 'list.published', modified: 'list.modified' } as const

export function ReleaseItems({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts()
  const isDone = release.state === 'done'
  const { data: check } = useQuery({ ...releaseCheckQuery(release.id), enabled: !isDone })
  // What was said before it was published is no longer so.
  const checked = new Map(isDone ? [] : check?.items.map(item => [keyOf(item), item]))
  const remove = { header: t('history.actions'), hideHeader: true, align: 'end' } as const
  return (
    <Table
      label={t('releases.title')}
      rows={release.items}
      keyOf={keyOf}
      columns={[
        { header: t('schedule.entry'), cell: item => <EntryCell {...item} isGone={item.status === null} /> },
        {
          header: t('releases.then'),
          cell: item => (
            <div className="stack gap-1 at-start">
              {t(item.action === 'publish' ? 'list.publish' : 'list.unpublish')}
              <Checked item={checked.get(keyOf(item))} />
            </div>
          ),
        },
        {
          header: t('history.state'),
          cell: ({ status }) => (status === null ? '–' : t(STATUSES[status])),
          wideOnly: true,
        },
        ...(isDone ? [] : [{ ...remove, cell: (item: ReleaseItem) => <RemoveButton release={release} item={item} /> }]),
      ]}
    />
  )
}

const keyOf = ({ uid, id }: Pick<ReleaseItem, 'uid' | 'id'>) => `${uid} ${id}`

function Checked({ item }: { readonly item: CheckedItem | undefined }): ReactNode {
  const { t, problemText } = useTexts()
  if (item === undefined) return null
  const { look, text } = STATES[item.state]
  return (
    <>
      <Badge look={look}>{t(text)}</Badge>
      {item.problems.map(({ path, message }) => (
        <span key={path.join('.') + message} className="small rust breaks">
          {path.length === 0 ? problemText(message) : `${path.join('.')}: ${problemText(message)}`}
        </span>
      ))}
    </>
  )
}

function RemoveButton({ release, item }: { readonly release: Release; readonly item: ReleaseItem }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const remove = async () => {
    const { uid, id: entry } = item
    try {
      await call('DELETE /releases/:id/items/:uid/:entry', { params: { id: release.id, uid, entry } })
      showToast({ message: t('releases.removed') })
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: RELEASES })
  }
  return (
    <Button size="small" onClick={() => void remove()}>
      {t('releases.remove')}
      <span className="visually-hidden"> {item.title}</span>
    </Button>
  )
}
