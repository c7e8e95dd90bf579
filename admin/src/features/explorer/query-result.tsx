/** What the client gets, what it takes, and what is missing in it. */
import type { ReactNode } from 'react'
import type { Explanation } from '../../../../src/admin-api/explain-api.ts'
import { type I18n, useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Card } from '../../ui/page/page.tsx'
import { AnswerText, MissingParts } from '../explain/entry.ts'
import styles from './explorer.module.css'
import type { Explained } from './use-explained.ts'
import type { Explorer } from './use-explorer.ts'

export interface QueryResultProps {
  readonly explorer: Explorer
  readonly answer: Explained
}

export function QueryResult({ explorer, answer }: QueryResultProps): ReactNode {
  const { t } = useTexts()
  const add = (query: string) => explorer.open(`${explorer.url}${explorer.url.includes('?') ? '&' : '?'}${query}`)
  return (
    <Loaded query={answer} lines={8}>
      {data => (
        <>
          <Card
            title={t('form.answer')}
            actions={<Badge look={data.status < 400 ? 'good' : 'bad'}>{data.status}</Badge>}
          >
            <Costs data={data} />
            {data.hints.map(hint => (
              <p key={hint} className="small below-2">
                {hint}
              </p>
            ))}
            <AnswerText label={t('form.answer')} body={data.body} />
          </Card>
          <SoughtEntry explorer={explorer} data={data} />
          <MissingParts parts={data.missing} onQuery={query => void add(query)} onDone={() => void answer.refetch()} />
          <Statements data={data} />
        </>
      )}
    </Loaded>
  )
}

/** Looks for one entry in the list. Why it is not there is the first of what is missing. */
function SoughtEntry({
  explorer,
  data,
}: Pick<QueryResultProps, 'explorer'> & { readonly data: Explanation }): ReactNode {
  const { t } = useTexts()
  const { type, asked, entry = '', seek } = explorer
  if (type?.kind !== 'collectionType' || asked.data?.part !== null) return null
  const result = data.sought === undefined ? null : t(data.sought ? 'explorer.soughtFound' : 'explorer.soughtMissing')
  return (
    <Card title={t('explorer.why')}>
      <div className={styles.controls}>
        <TextField
          label={t('explorer.sought')}
          hint={t('explorer.soughtHint')}
          type="number"
          inputMode="numeric"
          value={entry}
          onChange={seek}
        />
      </div>
      <p className="above-2" role="status">
        {result}
      </p>
    </Card>
  )
}

function Costs({ data }: { readonly data: Explanation }): ReactNode {
  const texts = useTexts()
  return (
    <div className="below-3">
      <Facts facts={factsOf(data, texts)} inset />
    </div>
  )
}

function factsOf({ bytes, cost, kept, statements }: Explanation, { t, number }: I18n) {
  const bounded = (used: number, limit: number) => t('explorer.ofLimit', { used: number(used), limit: number(limit) })
  const facts: [string, ReactNode][] = [[t('explorer.size'), t('form.bytes', { bytes: number(bytes) })]]
  if (cost === null) return facts
  const { estimated, rows, time } = cost
  return [
    ...facts,
    [t('explorer.cost'), bounded(Math.round(estimated.points), estimated.limit)] as const,
    [t('explorer.rows'), bounded(rows.read, rows.limit)] as const,
    [t('explorer.statements'), number(statements.length)] as const,
    [t('explorer.time'), t('explorer.milliseconds', { number: number(time.milliseconds) })] as const,
    [t('explorer.kept'), t(kept ? 'explorer.isKept' : 'explorer.isNotKept')] as const,
  ]
}

/** What the database was asked, in order. */
function Statements({ data: { statements } }: { readonly data: Explanation }): ReactNode {
  const { t, count, number } = useTexts()
  if (statements.length === 0) return null
  return (
    <Card title={t('explorer.statements')}>
      <ol className="stack gap-3">
        {statements.map(({ text, rows, milliseconds, level }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are
          <li key={index} className="stack gap-1">
            <span className="small soft">
              {t('explorer.level', { level })} · {count('explorer.rowsRead', rows)} ·{' '}
              {t('explorer.milliseconds', { number: number(milliseconds) })}
            </span>
            <code className={styles.statement}>{text}</code>
          </li>
        ))}
      </ol>
    </Card>
  )
}
