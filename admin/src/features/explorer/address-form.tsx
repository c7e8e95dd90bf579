/** Takes any address of the content API, or the body of a POST, and opens it. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { JsonObject } from '../../../../src/admin-api/route-types.ts'
import { schemaQuery } from '../../api/queries.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { ErrorNotice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { TextArea } from '../../ui/inputs/text-area/text-area.tsx'
import { Card } from '../../ui/page/page.tsx'
import { addressOf } from './query-forms.ts'
import { type Explorer, openTypes } from './use-explorer.ts'

export function AddressForm({ explorer }: { readonly explorer: Explorer }): ReactNode {
  const { t } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const type = explorer.type ?? openTypes(schema)[0]
  const form = useSubmit(async ({ address = '' }) => {
    const text = address.trim()
    const isBody = text.startsWith('{') && type !== undefined
    await explorer.open(isBody ? addressOf(type, { part: null, query: JSON.parse(text) as JsonObject }) : text)
  })
  return (
    <Card>
      <form onSubmit={form.onSubmit} className="stack gap-3">
        <TextArea
          key={explorer.url}
          label={t('explorer.address')}
          hint={t('explorer.addressHint')}
          name="address"
          rows={2}
          required
          defaultValue={decoded(explorer.url)}
          error={form.problems.url}
        />
        {form.problems.url === undefined ? <ErrorNotice error={form.error} /> : null}
        <div>
          <Button type="submit" busy={form.busy}>
            {t('explorer.open')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Brackets and letters as people write them. */
function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
