/** Runs the listeners of a project around everything that the core writes: the content API, the admin panel, users. */
import type { AfterWrite, BeforeWrite, ContentHooks, HookedWrite } from '../../../content/content-hooks.ts'
import { formatError } from '../errors/format-error.ts'
import type { EntryEvent } from '../event-hub.ts'
import type { LifecycleAction, LifecycleParams, LifecycleStates, Lifecycles } from './lifecycle-events.ts'

type Values = Record<string, unknown>

/** What the listeners after a write get from those before it. */
interface Begun {
  readonly what: string
  readonly params: LifecycleParams
  readonly states: LifecycleStates
  /** The entries before they were deleted, if somebody will hear of them. */
  readonly deleted: readonly unknown[]
}

const ACTIONS = ['Create', 'Update', 'Delete', 'DeleteMany'].flatMap(
  (what): LifecycleAction[] => [`before${what}`, `after${what}`] as LifecycleAction[],
)

const EVENTS = ['create', 'update', 'delete'].map(action => `entry.${action}` as EntryEvent)

export function lifecycleHooks(lifecycles: Lifecycles): ContentHooks {
  const begunWrites = new WeakMap<object, Begun>()
  /** The listeners to a deletion of many entries run once. Other changes of many entries differ from entry to entry. */
  const bulk = new WeakMap<readonly number[], Promise<Begun>>()
  const begin = (write: HookedWrite, data: Values): Promise<Begun> => {
    if (write.ids.length < 2 || write.action !== 'delete') return before(lifecycles, write, data)
    const begun = bulk.get(write.ids) ?? beforeMany(lifecycles, write)
    bulk.set(write.ids, begun)
    return begun
  }
  return {
    has: (uid: string) => lifecycles.hears(uid, ACTIONS) || EVENTS.some(event => lifecycles.isTold(event)),
    validFirst: true,
    beforeWrite: (write: BeforeWrite): Promise<Values> =>
      forClients(async () => {
        const shown = systemValues(write)
        const begun = await begin(write, { ...shown, ...write.data })
        begunWrites.set(write.state, begun)
        return withoutUnchanged((begun.params.data ?? {}) as Values, shown)
      }),
    afterWrite: (write: AfterWrite): Promise<void> =>
      forClients(async () => {
        const begun = begunWrites.get(write.state)!
        const isMany = begun.what === 'DeleteMany'
        if (isMany && write.id !== write.ids[0]) return
        const { params, states, deleted } = begun
        const { uid } = write.type
        const entries = write.action === 'delete' ? deleted : [await lifecycles.readResult?.(uid, write.id!)]
        const result = isMany ? { count: write.ids.length } : entries[0]
        await lifecycles.run(`after${begun.what}` as LifecycleAction, uid, { params, result }, states)
        for (const entry of entries) await lifecycles.tell(`entry.${write.action}`, uid, entry)
      }),
  }
}

async function before(lifecycles: Lifecycles, write: HookedWrite, data: Values): Promise<Begun> {
  const { action, type, id } = write
  const what = { create: 'Create', update: 'Update', delete: 'Delete' }[action]
  const params = action === 'create' ? { data } : action === 'update' ? { where: { id }, data } : { where: { id } }
  const states = await lifecycles.run(`before${what}` as LifecycleAction, type.uid, { params })
  const deleted = action === 'delete' ? [await lifecycles.readResult?.(type.uid, id!)] : []
  return { what, params, states, deleted }
}

async function beforeMany(lifecycles: Lifecycles, { type, ids }: HookedWrite): Promise<Begun> {
  const params = { where: { id: { $in: ids } } }
  const states = await lifecycles.run('beforeDeleteMany', type.uid, { params })
  const deleted: unknown[] = []
  if (lifecycles.isTold('entry.delete')) for (const id of ids) deleted.push(await lifecycles.readResult?.(type.uid, id))
  return { what: 'DeleteMany', params, states, deleted }
}

/** What Strapi's data has beyond that of the body. */
function systemValues({ action, type, caller: { adminId } }: HookedWrite): Values {
  const published = action === 'create' && type.draftAndPublish ? { publishedAt: new Date() } : {}
  if (adminId === undefined || action === 'delete') return published
  return { ...published, ...(action === 'create' ? { createdBy: adminId } : {}), updatedBy: adminId }
}

/** The core sets these itself; the times of an entry are never taken from listeners. */
function withoutUnchanged({ createdAt: _, updatedAt: __, ...data }: Values, shown: Values): Values {
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => !(Object.hasOwn(shown, name) && shown[name] === value)),
  )
}

/** Errors of Strapi that are meant for clients have a status. */
async function forClients<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { status, internal } = formatError(error)
    if (internal || !(error instanceof Error) || 'status' in error) throw error
    throw Object.assign(error, { status })
  }
}
