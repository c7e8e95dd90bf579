/** `/content-manager`: goes to the first type, as Strapi does. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNoTypes } from '../../api/no-types.ts'
import { usePreferences } from '../../api/preferences.ts'
import { schemaQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { contentPlace } from '../../ui/page/content-place.ts'
import { Page, PageHeader } from '../../ui/page/page.tsx'
import { menuSections } from './menu-sections.ts'

export function ChooseType(): ReactNode {
  const { t } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const noTypes = useNoTypes()
  const [{ favourites = [] }] = usePreferences()
  const first = menuSections(
    schema.types.filter(type => type.visible),
    favourites,
    '',
  )[0]?.types[0]
  if (first === undefined)
    return (
      <Page>
        <PageHeader title={t('shell.contentManager')} />
        <EmptyState title={t(noTypes.title)} icon="schema">
          {t(noTypes.text)}
        </EmptyState>
      </Page>
    )
  return <Navigate {...contentPlace(first)} replace />
}
