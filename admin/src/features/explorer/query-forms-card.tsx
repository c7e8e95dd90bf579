/** The same request in the forms in which programs write it. */
import type { ReactNode } from 'react'
import type { AddressedQuery } from '../../../../src/admin-api/explain-api.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { CopyBox } from '../../ui/display/copy-box.tsx'
import { Card } from '../../ui/page/page.tsx'
import { addressOf, clientCode, postBody } from './query-forms.ts'

export interface QueryFormsProps {
  readonly type: TypeInfo
  readonly query: AddressedQuery
}

export function QueryForms({ type, query }: QueryFormsProps): ReactNode {
  const { t } = useTexts()
  const body = postBody(query)
  return (
    <Card title={t('explorer.code')}>
      <div className="stack gap-3">
        <CopyBox label={t('explorer.url')} text={`${location.origin}${addressOf(type, query)}`} />
        <CopyBox label={t('explorer.client')} text={clientCode(type, query)} />
        {body === undefined ? null : (
          <CopyBox label={t('explorer.post', { path: `${type.apiPath}/query` })} text={body} />
        )}
      </div>
    </Card>
  )
}
