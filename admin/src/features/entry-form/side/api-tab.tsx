/** What clients of the content API get for this entry, as whom, and why something is missing. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MissingPart } from '../../../../../src/admin-api/explain-api.ts'
import { call } from '../../../api/call.ts'
import { request } from '../../../api/request.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { showError } from '../../../ui/overlays/toast.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { useForm } from '../form-context.tsx'
import { useCell } from '../store/cell.ts'
import styles from './api-tab.module.css'

export default function ApiTab(): ReactNode {
  const { t, number } = useTexts()
  const { session, type } = useForm()
  const { entry } = useCell(session.meta)
  const [search, setSearch] = useState('populate=*')
  const [caller, setCaller] = useState('public')
  const callers = useQuery({
    queryKey: ['explain', 'callers'],
    queryFn: async ({ signal }) => (await call('GET /explain/callers', { signal })).data,
  })
  const path = type.kind === 'singleType' ? type.apiPath! : `${type.apiPath}/${entry?.id ?? ''}`
  const query = [search.replace(/^\?/, ''), entry?.locale && type.kind === 'singleType' ? `locale=${entry.locale}` : '']
  const text = query.filter(part => part !== '').join('&')
  const url = text === '' ? path : `${path}?${text}`
  const [kind, id] = caller.split(':')
  const answer = useQuery({
    queryKey: ['explain', url, caller, entry?.version],
    queryFn: async ({ signal }) => {
      const as = { kind: kind as 'public' | 'role' | 'token', ...(id === undefined ? {} : { id: Number(id) }) }
      return (await call('POST /explain', { body: { url, as }, signal })).data
    },
    retry: false,
  })
  const options = (callers.data ?? [{ kind: 'public' as const, name: 'Public' }]).map(
    ({ kind: group, id: number_, name }) => ({
      value: number_ === undefined ? group : `${group}:${number_}`,
      label: group === 'token' ? t('form.tokenNamed', { name }) : name,
    }),
  )
  return (
    <div className="stack gap-4 shrinks">
      <Card>
        <div className={styles.controls}>
          <Select label={t('form.asCaller')} value={caller} options={options} onChange={setCaller} />
          <TextField label={t('form.queryText')} value={search} onChange={setSearch} />
        </div>
        <p className="small soft above-3">{t('form.apiId', { name: type.singularName })}</p>
        <p className="breaks above-1">
          <code>GET {url}</code>
        </p>
      </Card>
      <Loaded query={answer} lines={8}>
        {data => (
          <>
            <MissingParts
              parts={data.missing}
              onQuery={added => setSearch(search === '' ? added : `${search}&${added}`)}
              onDone={() => void answer.refetch()}
            />
            <Card
              title={t('form.answer')}
              actions={<Badge look={data.status < 400 ? 'good' : 'bad'}>{data.status}</Badge>}
            >
              <p className="small soft below-2 mono">{t('form.bytes', { bytes: number(data.bytes) })}</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
              <section className={styles.body} tabIndex={0} aria-label={t('form.answer')}>
                {pretty(data.body)}
              </section>
            </Card>
          </>
        )}
      </Loaded>
    </div>
  )
}

interface MissingPartsProps extends Omit<MissingProps, 'part'> {
  readonly parts: readonly MissingPart[]
}

/** Private and unasked fields of related entries are seldom what somebody looks for. */
function MissingParts({ parts, ...rest }: MissingPartsProps): ReactNode {
  const { t, count } = useTexts()
  const isDeep = ({ path, reason }: MissingPart) =>
    path.includes('.') && ['private', 'not-populated', 'not-followed', 'not-selected', 'password'].includes(reason)
  const deep = parts.filter(isDeep)
  const list = (shown: readonly MissingPart[]) => (
    <ul className="stack gap-3">
      {shown.map(part => (
        <Missing key={`${part.path} ${part.message}`} part={part} {...rest} />
      ))}
    </ul>
  )
  if (parts.length === 0) return null
  return (
    <Card title={t('form.missing')}>
      {list(parts.filter(part => !isDeep(part)))}
      {deep.length === 0 ? null : (
        <details className="above-3">
          <summary className="soft below-3 pointer">{count('form.missingBelow', deep.length)}</summary>
          {list(deep)}
        </details>
      )}
    </Card>
  )
}

const REMEDIES = {
  grant: 'form.remedy_grant',
  publish: 'form.remedy_publish',
  populate: 'form.remedy_populate',
  locale: 'form.remedy_locale',
} as const

interface MissingProps {
  readonly part: MissingPart
  readonly onQuery: (query: string) => void
  readonly onDone: () => void
}

function Missing({ part: { path, message, remedy }, onQuery, onDone }: MissingProps): ReactNode {
  const { t } = useTexts()
  const send = async () => {
    const [method, address] = remedy!.request!.route.split(' ')
    try {
      await request(method as 'POST', address!, { body: remedy!.request!.body })
      onDone()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <li className="stack at-start gap-1">
      <p>
        {path === '' ? null : <code>{path}</code>} {message}
      </p>
      {remedy?.command === undefined ? null : <code className={styles.command}>{remedy.command}</code>}
      {remedy?.query === undefined ? null : (
        <Button size="small" onClick={() => onQuery(remedy.query!)}>
          {t('form.addQuery', { query: remedy.query })}
        </Button>
      )}
      {remedy?.request === undefined ? null : (
        <Button size="small" onClick={() => void send()}>
          {t(REMEDIES[remedy.kind])}
        </Button>
      )}
    </li>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
