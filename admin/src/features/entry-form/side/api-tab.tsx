/** What clients of the content API get for this entry, as whom, and why something is missing. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { AnswerText, CallerChoice, callerOf, MissingParts } from '../../explain/entry.ts'
import { useForm } from '../form-context.tsx'
import { useCell } from '../store/cell.ts'
import styles from './api-tab.module.css'

export default function ApiTab(): ReactNode {
  const { t, number } = useTexts()
  const { session, type } = useForm()
  const { entry } = useCell(session.meta)
  const [search, setSearch] = useState('populate=*')
  const [caller, setCaller] = useState('public')
  const path = type.kind === 'singleType' ? type.apiPath! : `${type.apiPath}/${entry?.id ?? ''}`
  const query = [search.replace(/^\?/, ''), entry?.locale && type.kind === 'singleType' ? `locale=${entry.locale}` : '']
  const text = query.filter(part => part !== '').join('&')
  const url = text === '' ? path : `${path}?${text}`
  const answer = useQuery({
    queryKey: ['explain', url, caller, entry?.version],
    queryFn: async ({ signal }) => (await call('POST /explain', { body: { url, as: callerOf(caller) }, signal })).data,
    retry: false,
  })
  return (
    <div className="stack gap-4 shrinks">
      <Card>
        <div className={styles.controls}>
          <CallerChoice value={caller} onChange={setCaller} />
          <TextField label={t('form.queryText')} value={search} onChange={setSearch} />
        </div>
        <p className="small soft above-3">{t('form.apiId', { name: type.singularName })}</p>
        <p className="breaks above-1">
          <code>GET {url}</code>
        </p>
        <p className="small above-2">
          <Link to="/explorer" search={{ url, as: caller }}>
            {t('shell.explorer')}
          </Link>
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
              <AnswerText label={t('form.answer')} body={data.body} />
            </Card>
          </>
        )}
      </Loaded>
    </div>
  )
}
