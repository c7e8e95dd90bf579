/** Fills the `uid` attributes of a new entry that its body does not give, from the attribute that `targetField` names. */
import slugify from '@sindresorhus/slugify'
import type { PlannedWrite } from '../../../plan/write/plan-write.ts'
import { isPlainObject } from '../../../schema/rules/rule.ts'
import type { ContentType, ScalarAttribute } from '../../../schema/schema.ts'
import { selectLike, selectTaken } from '../../../sql/compile-write.ts'
import { trimEnd } from '../../../util/text/trim-run.ts'
import { takeLocks } from '../write-locks.ts'
import type { WriteScope } from '../write-scope.ts'
import { type NewEntryContext, type PlanInput, planInput, type ValuesInput } from './write-input.ts'

type Plan = Omit<PlanInput, 'mode'>

interface WantedUid {
  readonly attribute: ScalarAttribute
  readonly text: string
}

/** A new entry with the uids that it will have if they are free. */
export interface PlannedEntry {
  readonly planned: PlannedWrite
  readonly wanted: readonly WantedUid[]
}

export function planNew(context: NewEntryContext, input: ValuesInput, plan: Plan): PlannedEntry {
  const planned = planInput(context, input, { ...plan, mode: 'create' })
  const wanted = context.dialect.uidsAreFilled ? wantedUids(planned, input.type) : []
  return { planned: wanted.length === 0 ? planned : withUids(context, input, plan, wanted), wanted }
}

/** The same entry with uids that no other entry has. Other writers that want the same ones wait. */
export async function settleUids(
  context: NewEntryContext,
  scope: WriteScope,
  { input, plan, entry }: { readonly input: ValuesInput; readonly plan: Plan; readonly entry: PlannedEntry },
): Promise<PlannedWrite> {
  const settled: WantedUid[] = []
  for (const { attribute, text } of entry.wanted) {
    settled.push({ attribute, text: await freeUid(scope, input.type, attribute, text) })
  }
  const asWanted = settled.every(({ text }, index) => text === entry.wanted[index]?.text)
  return asWanted ? entry.planned : withUids(context, input, plan, settled)
}

/** The rights to write single attributes do not matter: the server decides these values. */
function withUids(context: NewEntryContext, input: ValuesInput, plan: Plan, uids: readonly WantedUid[]): PlannedWrite {
  const values = Object.fromEntries(uids.map(({ attribute, text }) => [attribute.name, text]))
  return planInput(context, input, { ...plan, mode: 'create', inherited: { ...plan.inherited, ...values } })
}

function wantedUids({ given }: PlannedWrite, type: ContentType): readonly WantedUid[] {
  if (!isPlainObject(given)) return []
  return [...type.attributes.values()].flatMap(attribute => {
    if (attribute.kind !== 'scalar' || attribute.type !== 'uid' || attribute.column === null) return []
    const { targetField, default: preset } = attribute.definition
    if (typeof targetField !== 'string' || preset !== undefined || given[attribute.name] !== undefined) return []
    const source = Object.hasOwn(given, targetField) ? given[targetField] : undefined
    return isSource(source) ? [{ attribute, text: uidText(type, attribute, source) }] : []
  })
}

function isSource(source: unknown): source is string | number {
  return typeof source === 'number' || (typeof source === 'string' && source.trim() !== '')
}

const LONGEST = 200

/** `first-bread` for the title `First bread!`; the name of the type if nothing of the title is left. */
export function uidText(type: ContentType, attribute: ScalarAttribute, source: unknown): string {
  const { options, default: preset } = attribute.definition
  const made = slugify(isSource(source) ? String(source).slice(0, LONGEST) : '', slugOptions(options))
  return (made === '' ? slugify(String(preset ?? type.singularName)) : made).slice(0, longest(attribute))
}

function slugOptions(options: unknown): { separator?: string; lowercase?: boolean } {
  const { separator, lowercase } = isPlainObject(options) ? options : {}
  return {
    ...(typeof separator === 'string' ? { separator } : {}),
    ...(typeof lowercase === 'boolean' ? { lowercase } : {}),
  }
}

function longest({ definition }: ScalarAttribute): number {
  return Math.min(LONGEST, typeof definition.maxLength === 'number' ? definition.maxLength : LONGEST)
}

/** `ridge`, `ridge-1`, `ridge-2`, ...: the first one that is free. */
async function freeUid(
  scope: WriteScope,
  type: ContentType,
  attribute: ScalarAttribute,
  wanted: string,
): Promise<string> {
  const lock = (text: string) => takeLocks(scope, [`${type.uid}.${attribute.name}=${text}`])
  const isTaken = async (text: string) => {
    if (type.table === null) return false
    const value = scope.dialect.encode(attribute.type, text)
    const taken = { table: type.table, column: attribute.column, value, except: [] }
    return (await scope.ask(selectTaken(taken))).length > 0
  }
  lock(wanted)
  if (!(await isTaken(wanted))) return wanted
  const known = await valuesLike(scope, type, attribute, wanted)
  for (let number = 1; ; number += 1) {
    const ending = `-${number}`
    const text = `${trimEnd(wanted.slice(0, longest(attribute) - ending.length), '-')}${ending}`
    if (known.has(text)) continue
    lock(text)
    if (!(await isTaken(text))) return text
  }
}

const ENDING = 8

async function valuesLike(
  scope: WriteScope,
  type: ContentType,
  attribute: ScalarAttribute,
  wanted: string,
): Promise<ReadonlySet<string>> {
  const start = wanted.slice(0, Math.max(1, longest(attribute) - ENDING))
  const rows = await scope.ask(selectLike(scope.dialect, type.table!, attribute, start))
  return new Set(rows.map(([stored]) => String(stored)))
}
