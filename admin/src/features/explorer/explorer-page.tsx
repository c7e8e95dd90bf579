/** Builds a request of the content API: as a tree, an address, code or JSON, and shows what a client gets for it. */
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'
import { AddressForm } from './address-form.tsx'
import styles from './explorer.module.css'
import { QueryForms } from './query-forms-card.tsx'
import { RequestTools } from './request-tools.tsx'
import { SaveQuery } from './save-query.tsx'
import { ModelTree } from './type-tree.tsx'
import { useExplained } from './use-explained.ts'
import { useExplorer } from './use-explorer.ts'

const QueryResult = lazy(async () => ({ default: (await import('./query-result.tsx')).QueryResult }))

export function ExplorerPage(): ReactNode {
  const { t } = useTexts()
  const explorer = useExplorer()
  const answer = useExplained(explorer)
  const { schema, type, asked, change } = explorer
  return (
    <Page wide>
      <PageHeader
        title={t('shell.explorer')}
        subtitle={t('explorer.text')}
        actions={type === undefined || asked.data === undefined ? null : <SaveQuery type={type} query={asked.data} />}
      />
      <div className="stack gap-4">
        <AddressForm explorer={explorer} />
        <Loaded query={asked} lines={8}>
          {query =>
            type === undefined ? null : (
              <div className={styles.columns}>
                <Card title={t('explorer.tree')}>
                  <RequestTools explorer={explorer} type={type} query={query} />
                  {query.part === 'aggregate' ? null : (
                    <ModelTree
                      schema={schema}
                      model={type}
                      query={query.query}
                      missing={answer.data?.missing ?? []}
                      place={[]}
                      path={[]}
                      onChange={next => change(type, { ...query, query: next })}
                    />
                  )}
                </Card>
                <div className="stack gap-4 shrinks">
                  <Suspense>
                    <QueryResult explorer={explorer} answer={answer} />
                  </Suspense>
                  <QueryForms type={type} query={query} />
                </div>
              </div>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
