/** What a client gets for an entry of the type: the first one that the caller sees. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Explanation } from '../../../../src/admin-api/explain-api.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { Card } from '../../ui/page/page.tsx'
import { AnswerText, CallerChoice, callerOf } from '../explain/entry.ts'

interface Example {
  readonly url: string
  readonly answer: Explanation
}

export function ExampleAnswer({ type }: { readonly type: TypeInfo }): ReactNode {
  const { t } = useTexts()
  const [caller, setCaller] = useState('public')
  const example = useQuery({
    queryKey: ['explain', 'example', type.uid, caller],
    queryFn: ({ signal }) => exampleOf(type, caller, signal),
    retry: false,
  })
  return (
    <Card title={t('schema.example')}>
      <CallerChoice value={caller} onChange={setCaller} />
      <div className="above-3">
        <Loaded query={example} lines={6} small>
          {({ url, answer: { status, body } }) => (
            <div className="stack gap-2">
              <p className="row wrap gap-2">
                <code className="breaks">GET {url}</code>
                <Badge look={status < 400 ? 'good' : 'bad'}>{status}</Badge>
                <Link className="small" to="/explorer" search={{ url, as: caller }}>
                  {t('shell.explorer')}
                </Link>
              </p>
              <AnswerText label={t('schema.example')} body={body} />
            </div>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

/** A list cannot be populated in every project together with pagination, so the list only says which entry it is. */
async function exampleOf({ apiPath, kind }: TypeInfo, caller: string, signal: AbortSignal): Promise<Example> {
  const ask = async (url: string): Promise<Example> => {
    const body = { url, as: callerOf(caller) }
    return { url, answer: (await call('POST /explain', { body, signal })).data }
  }
  if (kind === 'singleType') return ask(`${apiPath}?populate=*`)
  const list = await ask(`${apiPath}?pagination[pageSize]=1`)
  const id = list.answer.status === 200 ? firstId(list.answer.body) : undefined
  return id === undefined ? list : ask(`${apiPath}/${id}?populate=*`)
}

function firstId(body: string): number | undefined {
  const { data } = JSON.parse(body) as { readonly data: readonly { readonly id: number }[] }
  return data[0]?.id
}
