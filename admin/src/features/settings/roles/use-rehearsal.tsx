/** What the ticked grants would mean for the queries that the role has asked. Nothing is saved by it. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { GrantsInfo, Refusal, RehearsalInfo, RehearsedQuery } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { type I18n, useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Table } from '../../../ui/lists/table.tsx'

export interface Rehearsed {
  /** Nothing as long as nothing is changed. */
  readonly button: ReactNode
  readonly result: ReactNode
}

export function useRehearsal(id: number, changes: GrantsInfo): Rehearsed {
  const { t } = useTexts()
  const { mutate, isPending, error, data, variables } = useMutation({
    mutationFn: async (grants: GrantsInfo) =>
      (await call('POST /roles/:id/rehearsal', { params: { id }, body: { grants } })).data,
  })
  if (Object.keys(changes).length === 0) return { button: null, result: null }
  // What was rehearsed before the last tick is no longer true.
  const isCurrent = variables === changes
  return {
    button: (
      <Button busy={isPending} onClick={() => mutate(changes)}>
        {t('access.rehearse')}
      </Button>
    ),
    result: (
      <div className="stack gap-3 above-4" aria-live="polite">
        {isCurrent ? <ErrorNotice error={error} /> : null}
        {isCurrent && data !== undefined ? <Result info={data} /> : null}
      </div>
    ),
  }
}

function Result({ info }: { readonly info: RehearsalInfo }): ReactNode {
  const texts = useTexts()
  const { t, number } = texts
  return (
    <>
      <p>{sentences(info, texts).join(' ')}</p>
      {info.changed.length === 0 ? null : (
        <Table<RehearsedQuery>
          label={t('access.rehearsal')}
          rows={info.changed}
          keyOf={({ path, query }) => `${path}?${query}`}
          columns={[
            { header: t('insight.query'), cell: addressCell },
            { header: t('insight.hits'), align: 'end', wideOnly: true, cell: ({ hits }) => number(hits) },
            {
              header: t('access.loses'),
              cell: ({ loses, refusedAfter }) => (refusedAfter === null ? named(loses) : refusalText(refusedAfter)),
            },
            {
              header: t('access.gains'),
              cell: ({ gains, refusedBefore }) =>
                refusedBefore === null
                  ? named(gains)
                  : t('access.noLongerRefused', { refusal: refusalText(refusedBefore) }),
            },
          ]}
        />
      )}
    </>
  )
}

function addressCell({ path, query }: RehearsedQuery): ReactNode {
  return <code className="breaks small">{query === '' ? path : `${path}?${query}`}</code>
}

/** What a client is told. */
function refusalText({ status, message }: Refusal): string {
  return `${status} ${message}`
}

/** More names say little. */
const MOST_NAMED = 6

function named(names: readonly string[]): string {
  return names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')}, …` : names.join(', ')
}

/** - `2 of 41 queries lose author, none gains anything.` */
function sentences(info: RehearsalInfo, { t, count, date, number }: I18n): readonly string[] {
  const { rehearsed, skipped, changed, since } = info
  const total = number(rehearsed)
  const losing = changed.filter(({ loses }) => loses.length > 0)
  const gaining = changed.filter(({ gains }) => gains.length > 0)
  const refused = changed.filter(({ refusedAfter }) => refusedAfter !== null).length
  const allowed = changed.filter(({ refusedBefore }) => refusedBefore !== null).length
  const namesIn = (lists: readonly (readonly string[])[]) => named([...new Set(lists.flat())])
  const lost =
    losing.length === 0
      ? t('access.losingNone')
      : count('access.losing', losing.length, { total, names: namesIn(losing.map(({ loses }) => loses)) })
  const gained =
    gaining.length === 0
      ? t('access.gainingNone')
      : count('access.gaining', gaining.length, { names: namesIn(gaining.map(({ gains }) => gains)) })
  return [
    ...(rehearsed + skipped === 0 ? [t('access.rehearsedNothing', { date: date(since) })] : []),
    ...(rehearsed > 0 && changed.length === 0 ? [count('access.rehearsedSame', rehearsed)] : []),
    ...(losing.length + gaining.length > 0 ? [t('access.rehearsedBoth', { lost, gained })] : []),
    ...(refused > 0 ? [count('access.refusing', refused, { total })] : []),
    ...(allowed > 0 ? [count('access.allowing', allowed, { total })] : []),
    ...(skipped > 0 ? [count('access.notRehearsed', skipped)] : []),
  ]
}
