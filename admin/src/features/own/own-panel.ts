/** The project's own parts of the panel: loaded once, when somebody is signed in, and only if the project has any. */
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Panel, PanelPlace } from '../../../../src/admin-api/panel/define-panel.ts'
import type { AttributeInfo } from '../../../../src/admin-api/schema-api.ts'
import type { Session } from '../../../../src/admin-api/session-api.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'

interface Loaded {
  /** Without parts until it is loaded, and if it cannot be. */
  readonly panel: Panel
  /** `null` if there is none. */
  readonly error: unknown
}

const NOTHING: Loaded = { panel: {}, error: null }

const panelQuery = (address: string | null) =>
  queryOptions({
    queryKey: ['panel module', address],
    queryFn: () => load(address!),
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** A module that cannot be used is not tried again by every field that asks for it: browsers remember what it threw. */
async function load(address: string): Promise<Loaded> {
  try {
    const { loadPanel } = await import('./load-panel.ts')
    return { panel: await loadPanel(address), error: null }
  } catch (error) {
    return { panel: {}, error }
  }
}

export function useOwnPanel(): Loaded & { readonly isLoading: boolean } {
  const { panelModule } = useSuspenseQuery(sessionQuery).data
  const { data = NOTHING, isLoading } = useQuery(panelQuery(panelModule))
  return { ...data, isLoading }
}

/** Says so if the module of the project cannot be used. The panel goes on without it. */
export function useOwnProblem(): void {
  const { error } = useOwnPanel()
  const { t } = useTexts()
  useEffect(() => {
    if (error !== null) showToast({ message: t('shell.ownFailed', { message: messageOf(error) }), look: 'error' })
  }, [error, t])
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The name of the input and the column for an attribute; `undefined` for most attributes. */
export function ownPart({ type, options, customField }: AttributeInfo): string | undefined {
  if (type === 'media' || type === 'relation' || type === 'component' || type === 'dynamiczone') return undefined
  return typeof options?.panel === 'string' ? options.panel : customField
}

export interface ShownPlace extends Pick<PanelPlace, 'name' | 'render'> {
  readonly title: string
}

/** The pages or cards that the person sees. */
export function useOwnPlaces(kind: 'pages' | 'widgets'): readonly ShownPlace[] {
  const { language } = useTexts()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const places = useOwnPanel().panel[kind] ?? []
  return places
    .filter(place => isShown(place, session))
    .map(({ name, title, render }) => ({ name, render, title: titleIn(title, language) ?? name }))
}

/** What decides about it is code of the project, too. */
function isShown({ isShown: decide }: PanelPlace, { administrator, rights }: Session): boolean {
  const { id, roles } = administrator
  try {
    return decide?.({ id, superAdmin: rights.superAdmin, roles: roles.map(({ code }) => code) }) ?? true
  } catch {
    return false
  }
}

function titleIn(title: PanelPlace['title'], language: string): string | undefined {
  return typeof title === 'string' ? title : (title[language] ?? title.en ?? Object.values(title)[0])
}
