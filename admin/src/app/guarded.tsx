/** Pages that do not exist for those who may not open them. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { RouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SchemaInfo } from '../../../src/admin-api/schema-api.ts'
import type { Session } from '../../../src/admin-api/session-api.ts'
import { schemaQuery, sessionQuery } from '../api/queries.ts'
import { NotFound } from './shell/page-states.tsx'

/** Keeps the way in which the router loads the page before it is opened. */
export function guarded(
  isOpen: (session: Session, schema: SchemaInfo) => boolean,
  Component: RouteComponent,
): RouteComponent {
  const Guarded = (): ReactNode => {
    const { data: session } = useSuspenseQuery(sessionQuery)
    const { data: schema } = useSuspenseQuery(schemaQuery)
    return isOpen(session, schema) ? <Component /> : <NotFound />
  }
  return Object.assign(Guarded, Component.preload === undefined ? {} : { preload: Component.preload })
}
