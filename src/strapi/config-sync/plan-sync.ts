/** What an import has to change, compared with what the database has. */
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../schema/json-value.ts'
import { exclusion, type SyncFiles, type SyncOptions } from './read-sync-files.ts'
import type { SyncContent, SyncKind } from './sync-kind.ts'

export interface SyncChange {
  /** One for each difference. */
  readonly lines: readonly string[]
  readonly apply: () => Promise<void>
}

export interface SyncPlan {
  readonly changes: readonly SyncChange[]
  /** What stays as it is although it differs from the files. */
  readonly notes: readonly string[]
}

export async function planSync(
  kinds: readonly SyncKind[],
  { contents }: SyncFiles,
  options: SyncOptions,
): Promise<SyncPlan> {
  const plans: SyncPlan[] = []
  for (const kind of kinds) plans.push(await planKind(kind, contents.get(kind.name) ?? new Map(), options))
  return { changes: plans.flatMap(({ changes }) => changes), notes: plans.flatMap(({ notes }) => notes) }
}

/** Without any file, the project more likely does not sync this kind than wants nothing of it. */
async function planKind(
  kind: SyncKind,
  wanted: ReadonlyMap<string, SyncContent>,
  options: SyncOptions,
): Promise<SyncPlan> {
  if (options.excludedTypes.includes(kind.name)) return { changes: [], notes: [] }
  if (wanted.size === 0) return { changes: [], notes: [`left alone: ${kind.name}: there are no files of this kind`] }
  const stored = await kind.load()
  const changes: SyncChange[] = []
  const notes: string[] = []
  for (const [name, content] of wanted) {
    const before = stored.get(name)
    const lines = before === undefined ? addedLines(content) : changedLines(before, content)
    const shown = lines.map(line => `${kind.name}.${name}: ${line}`)
    if (before !== undefined && options.soft) notes.push(...shown.map(line => `left alone (soft): ${line}`))
    else if (lines.length > 0) changes.push({ lines: shown, apply: () => kind.put(name, content) })
  }
  for (const name of stored.keys()) {
    if (wanted.has(name) || exclusion(options, kind.name, name) !== undefined) continue
    const reason = options.soft ? 'soft' : await kind.reasonToKeep(name)
    const entry = `${kind.name}.${name}`
    if (reason === undefined) changes.push({ lines: [`${entry}: removed`], apply: () => kind.remove(name) })
    else notes.push(`left alone: ${entry} has no file (${reason})`)
  }
  return { changes, notes }
}

function addedLines({ permissions = [] }: SyncContent): readonly string[] {
  return ['added', ...(permissions as readonly Permission[]).map(given => `+ ${permissionText(given)}`)]
}

/** Values are not shown: settings may contain secrets. */
function changedLines(before: SyncContent, after: SyncContent): readonly string[] {
  return Object.keys(after).flatMap(attribute => {
    const [old, wanted] = [before[attribute], after[attribute]]
    if (isDeepStrictEqual(old, wanted)) return []
    if (attribute === 'permissions')
      return permissionLines(old as readonly Permission[], wanted as readonly Permission[])
    return changedPaths(attribute, old, wanted).map(path => `${path} changed`)
  })
}

interface Permission {
  readonly action: string
  readonly subject?: string | null
}

function permissionLines(before: readonly Permission[], after: readonly Permission[]): readonly string[] {
  const without = (all: readonly Permission[], others: readonly Permission[]) =>
    all.filter(given => !others.some(other => isDeepStrictEqual(given, other)))
  return [
    ...without(before, after).map(given => `- ${permissionText(given)}`),
    ...without(after, before).map(given => `+ ${permissionText(given)}`),
  ]
}

function permissionText({ action, subject = null }: Permission): string {
  return subject === null ? action : `${action} on ${subject}`
}

/** `value.sizeOptimization` */
function changedPaths(path: string, before: unknown, after: unknown): readonly string[] {
  if (!isObject(before) || !isObject(after)) return [path]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.filter(name => !isDeepStrictEqual(before[name], after[name])).map(name => `${path}.${name}`)
}
