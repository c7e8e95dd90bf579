/** Deleted entries: looked at, brought back, or deleted for good. */
import { useInfiniteQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TrashItem } from '../../../../src/admin-api/history-api.ts'
import { call } from '../../api/call.ts'
import { schemaQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../ui/display/states.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { MoreButton } from '../../ui/lists/more-button.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { AskButton } from '../../ui/overlays/ask-button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Page, PageHeader } from '../../ui/page/page.tsx'
import { Tools } from '../../ui/page/tools.tsx'
import { authorText } from './author-text.ts'
import { EntryCell } from './entry-cell.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { TypeChoice } from './type-choice.tsx'

const PAGE = 50

export function TrashPage(): ReactNode {
  const { t } = useTexts()
  const [uid, setUid] = useState<string>()
  const trash = useInfiniteQuery({
    queryKey: ['trash', uid],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(uid && { uid }), ...(pageParam && { before: pageParam }) }
      return call('GET /trash', { query, signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ data, meta }) => (meta.more ? data.at(-1)!.id : undefined),
  })
  return (
    <Page>
      <PageHeader title={t('history.trash')} subtitle={t('history.trashText')} />
      <Tools end={null}>
        <TypeChoice uid={uid} onChange={setUid} />
      </Tools>
      <Loaded query={trash} lines={6}>
        {({ pages }) => {
          const items = pages.flatMap(({ data }) => data)
          return items.length === 0 ? (
            <EmptyState icon="trash" title={t('history.trashEmpty')}>
              {t('history.trashEmptyText')}
            </EmptyState>
          ) : (
            <TrashTable items={items} />
          )
        }}
      </Loaded>
      <MoreButton list={trash} label={t('history.more')} />
    </Page>
  )
}

function TrashTable({ items }: { readonly items: readonly TrashItem[] }): ReactNode {
  const { t, ago, date } = useTexts()
  return (
    <Table
      label={t('history.trash')}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('schedule.entry'),
          cell: ({ uid, entry, title, locale }) => <EntryCell {...{ uid, title, locale }} id={entry} isGone />,
        },
        {
          header: t('history.deleted'),
          cell: ({ deletedAt }) => <span title={date(deletedAt)}>{ago(deletedAt)}</span>,
          wideOnly: true,
        },
        { header: t('history.who'), cell: ({ by }) => authorText(by, t) ?? '–', wideOnly: true },
        { header: t('history.actions'), hideHeader: true, align: 'end', cell: item => <Actions item={item} /> },
      ]}
    />
  )
}

/** What the role allows with the type; the server looks at the entry. */
function Actions({ item }: { readonly item: TrashItem }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const [isOpen, setOpen] = useState(false)
  const rights = schema.types.find(({ uid }) => uid === item.uid)?.rights
  const remove = async () => {
    await call('DELETE /trash/:id', { params: { id: item.id } })
    showToast({ message: t('history.purged') })
    await client.invalidateQueries({ queryKey: ['trash'] })
  }
  return (
    <div className="row wrap gap-2 ends">
      {rights === undefined || rights.create === false ? null : (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('history.restoreEntry')}
          <span className="visually-hidden"> {item.title}</span>
        </Button>
      )}
      {isOpen ? <RestoreDialog item={item} onClose={() => setOpen(false)} /> : null}
      {rights === undefined || rights.delete === false ? null : (
        <AskButton
          look="danger"
          size="small"
          label={t('history.purge')}
          title={t('history.purgeTitle', { title: item.title })}
          onConfirm={remove}
        >
          {t('history.purgeText')}
        </AskButton>
      )}
    </div>
  )
}
