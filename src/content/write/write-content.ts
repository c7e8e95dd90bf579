/** The writes of the content API. Each returns the entry as JSON, as the query selects it. */
import { PopulusError } from '../../errors.ts'
import type { ReadTarget } from '../../plan/read/read-target.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import type { ContentContext } from '../content-context.ts'
import type { WriteCaller } from '../content-hooks.ts'
import { prepareRead, type ReadInput } from '../read/prepare-read.ts'
import { readStored } from './read-stored.ts'
import { removeEntries } from './remove-entries.ts'
import { type Answer, writeEntries } from './write-entries.ts'
import type { Target, Values, WritePolicy } from './write-order.ts'

/** Who writes, and what of the entry they want to see. */
export interface WriterInput extends ReadInput {
  readonly access: WriteCaller
}

export interface WriteInput extends WriterInput {
  /** The attributes of the body. */
  readonly data: Values
  /** What else belongs to the entry and is stored with it, in the same transaction. */
  readonly alongside?: WritePolicy['alongside']
}

/** Which locale's entry is meant: the `locale` of the query, or the default locale. */
export interface SingleInput {
  readonly locale: string | undefined
}

/** Creates an entry of a collection. */
export function create(context: ContentContext, input: WriteInput): Promise<string> {
  return write(context, input, () => ({ kind: 'new' }))
}

/** Changes an entry of a collection. Whatever the body does not name stays as it is. */
export function update(context: ContentContext, input: WriteInput & { readonly id: string }): Promise<string> {
  return write(context, input, () => ({ kind: 'stored', id: knownId(input.id) }))
}

/** Changes the entry of a single type; the first write creates it. */
export function saveSingle(context: ContentContext, input: WriteInput & SingleInput): Promise<string> {
  return write(context, input, () => ({ kind: 'single', locale: input.locale }))
}

/**
 * Creates a translation of an entry. The answer is flat and has its `localizations`. It starts as a draft, and shares with
 * the entry whatever is not localized.
 */
export function createLocalization(
  context: ContentContext,
  input: WriteInput & { readonly id: string },
): Promise<string> {
  const shown = { ...input, search: 'populate=localizations' }
  return write(context, shown, () => ({ kind: 'translation', of: idOfText(input.id) }), { kind: 'flat-stored' })
}

/** Deletes an entry. */
export async function deleteOne(
  context: ContentContext,
  input: WriterInput & { readonly id: string },
): Promise<string> {
  const shown = await answerOf(context, input)
  const { type, access } = input
  return removeEntries(context, { type, access, targets: [{ kind: 'stored', id: knownId(input.id) }] }, {}, shown)
}

/** Deletes the entry of a single type. */
export async function deleteSingle(context: ContentContext, input: WriterInput & SingleInput): Promise<string> {
  const { type, access, locale } = input
  const shown = await answerOf(context, input)
  return removeEntries(context, { type, access, targets: [{ kind: 'single', locale }] }, {}, shown)
}

async function write(
  context: ContentContext,
  input: WriteInput,
  target: () => Target,
  shown: ReadTarget = { kind: 'stored' },
): Promise<string> {
  const answer = await answerOf(context, input, shown)
  const { type, access, data, alongside } = input
  return writeEntries(context, { type, access, entries: [{ target: target(), data }] }, { alongside }, answer)
}

/** An invalid query is refused before anything is written. */
async function answerOf(
  context: ContentContext,
  input: ReadInput,
  shown: ReadTarget = { kind: 'stored' },
): Promise<Answer<string>> {
  const read = await prepareRead(context, input, shown)
  return (scope, [id]) => readStored(scope, read, id!)
}

function knownId(text: string): number {
  const id = idOfText(text)
  if (id === null) throw new PopulusError('notFound')
  return id
}
