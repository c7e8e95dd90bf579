/** A page of Settings that does not exist for people who may not open it. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { RouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { mayOpen, type SettingsPlace } from '../features/settings/entry.ts'
import { NotFound } from './shell/page-states.tsx'

/** Keeps the way in which the router loads the page before it is opened. */
export function guarded(place: SettingsPlace, Component: RouteComponent): RouteComponent {
  const Guarded = (): ReactNode => {
    const { rights } = useSuspenseQuery(sessionQuery).data
    return mayOpen(rights, place) ? <Component /> : <NotFound />
  }
  return Object.assign(Guarded, Component.preload === undefined ? {} : { preload: Component.preload })
}
