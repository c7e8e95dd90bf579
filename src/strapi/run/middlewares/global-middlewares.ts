/** What `config/middlewares` says: middlewares of the project, and options of Strapi's own. */
import type { Middleware } from 'koa'
import type { LoadedProject } from '../load-project.ts'
import { resolveMiddlewares } from './resolve-middlewares.ts'
import { addSession } from './session.ts'

/** Those that are not Strapi's own. If one of them cannot be made, all of the API stays closed. */
export function globalMiddlewares({ settings, object, loader, outcomes }: LoadedProject): readonly Middleware[] {
  const files = ['config/middlewares.js', 'config/middlewares.ts']
  if (files.some(file => outcomes.isIgnored(file))) return []
  const own = listed(settings).filter(item => nameOf(item)?.startsWith('strapi::') !== true)
  try {
    return resolveMiddlewares(object.strapi, own, loader).map(({ handler }) => handler)
  } catch (error) {
    for (const file of files) outcomes.fail(file, error)
    return []
  }
}

/** Whether code finds the text of a body, too, under `Symbol.for('unparsedBody')`. */
export function includesUnparsed({ settings }: LoadedProject): boolean {
  return optionsOf(settings, 'strapi::body').includeUnparsed === true
}

export function sessions({ settings, app }: LoadedProject): Middleware {
  const keys: unknown = settings.get('server.app.keys', [])
  return addSession(app, optionsOf(settings, 'strapi::session'), Array.isArray(keys) ? keys.map(String) : [])
}

function listed(settings: LoadedProject['settings']): readonly unknown[] {
  const list: unknown = settings.get('middlewares', [])
  return Array.isArray(list) ? list : []
}

interface Described {
  readonly name?: unknown
  readonly config?: Readonly<Record<string, unknown>>
}

function nameOf(item: unknown): string | undefined {
  const name = typeof item === 'string' ? item : (item as Described | null)?.name
  return typeof name === 'string' ? name : undefined
}

function optionsOf(settings: LoadedProject['settings'], name: string): Readonly<Record<string, unknown>> {
  const found = listed(settings).find(item => nameOf(item) === name)
  return (found as Described | undefined)?.config ?? {}
}
