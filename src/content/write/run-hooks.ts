/** Runs the code of a project before and after a write. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import { PopulusError } from '../../errors.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import type { ContentType } from '../../schema/schema.ts'
import { selectExisting } from '../../sql/compile-write.ts'
import { steps } from '../../storage/database.ts'
import type { ContentContext } from '../content-context.ts'
import type { AfterWrite, ContentHooks, HookedAction, HookedWrite, WriteCaller } from '../content-hooks.ts'
import { projectError } from '../project-error.ts'

type Values = Readonly<Record<string, unknown>>

/** Hooks may write, which runs hooks. */
const DEEPEST = 20

/** Has no cost until it is first used. */
const depths = new AsyncLocalStorage<number>()

export interface WriteToHook {
  readonly action: HookedAction
  readonly type: ContentType
  readonly access: WriteCaller
  /** `null` for a new entry. */
  readonly id: number | null
  /** All entries of a bulk action. */
  readonly ids?: readonly number[]
  readonly data?: Values
}

/** A write after its hooks have run. */
export interface WriteAfterHooks {
  /** The attributes of the body that hooks left as they were. */
  readonly data: Values
  /** The attributes that hooks have set. The rights of the caller do not matter for them. */
  readonly decided: Values | undefined
  /** To be called after the commit. Absent if nobody listens. */
  readonly after: AfterCommit | undefined
}

export type AfterCommit = (id: number, action: HookedAction) => Promise<void>

type HookContext = Pick<ContentContext, 'hooks' | 'database'>

export function hasHooks({ hooks }: Pick<HookContext, 'hooks'>, { uid }: ContentType): boolean {
  return hooks !== undefined && (hooks.has(uid, 'beforeWrite') || hooks.has(uid, 'afterWrite'))
}

/** Throws what hooks throw, and `notFound` for an entry that does not exist. */
export async function runHooks(context: HookContext, write: WriteToHook): Promise<WriteAfterHooks> {
  const { hooks } = context
  const { type, data = {} } = write
  const untouched: WriteAfterHooks = { data, decided: undefined, after: undefined }
  // A list instead of attributes is refused later.
  if (hooks === undefined || !hasHooks(context, type) || !isPlainObject(data)) return untouched
  await checkExists(context, write)
  const event = hookedWrite(write)
  const changed = hooks.has(type.uid, 'beforeWrite') ? await runBefore(hooks, event, data) : untouched
  if (!hooks.has(type.uid, 'afterWrite')) return changed
  const stored = { ...changed.data, ...changed.decided }
  return { ...changed, after: (id, action) => runAfter(hooks, { ...event, id, action, data: stored }) }
}

function hookedWrite({ action, type, access, id, ids }: WriteToHook): HookedWrite {
  return Object.freeze({ action, type, id, ids: ids ?? (id === null ? [] : [id]), caller: access, state: {} })
}

async function runBefore(hooks: ContentHooks, event: HookedWrite, data: Values): Promise<WriteAfterHooks> {
  const result = await deeper(placeOf('before', event), async () => {
    const returned = await hooks.beforeWrite(Object.freeze({ ...event, data: structuredClone(data) }))
    // As if it had come in a body: dates become strings, and `undefined` means that there is no value.
    return JSON.parse(JSON.stringify(returned)) as Values
  })
  const isKept = ([name, value]: [string, unknown]) =>
    Object.hasOwn(data, name) && Object.hasOwn(result, name) && isDeepStrictEqual(data[name], value)
  return {
    data: Object.fromEntries(Object.entries(result).filter(isKept)),
    decided: Object.fromEntries(Object.entries(result).filter(entry => !isKept(entry))),
    after: undefined,
  }
}

function runAfter(hooks: ContentHooks, event: AfterWrite): Promise<void> {
  return deeper(placeOf('after', event), () => hooks.afterWrite(Object.freeze(event)))
}

function placeOf(when: 'before' | 'after', { action, type }: HookedWrite): string {
  return `The code that runs ${when} "${action}" of ${type.uid}`
}

async function deeper<T>(place: string, run: () => Promise<T>): Promise<T> {
  const depth = (depths.getStore() ?? 0) + 1
  if (depth > DEEPEST) throw new PopulusError('hooksTooDeep', {}, { cause: new Error(`${place} causes itself`) })
  try {
    return await depths.run(depth, run)
  } catch (error) {
    throw projectError(error, place)
  }
}

async function checkExists({ database }: HookContext, { type, id }: WriteToHook): Promise<void> {
  if (id === null || type.table === null) return
  const { dialect } = database
  const [rows = []] = await database.read(steps(dialect.bind(dialect.compile(selectExisting(type.table, [id])))))
  if (rows.length === 0) throw new PopulusError('notFound')
}
