/** An entry as a form: its data as JSON in `data`, its files in `files.<attribute>`. */
import { readFile } from 'node:fs/promises'
import type { Limits } from '../../config/config.ts'
import { formOf } from '../../content/write/values/read-body.ts'
import { PopulusError } from '../../errors.ts'
import type { ReceivedForm } from '../../media/forms/receive-form.ts'
import type { EntryFile } from '../../media/upload/attach-to-entry.ts'

export interface EntryForm {
  /** As the body of a JSON request would be. */
  readonly body: { readonly data: unknown }
  readonly files: readonly EntryFile[]
}

const NO_DATA = "When using multipart/form-data you need to provide your data in a JSON 'data' field."
const BAD_DATA = "Invalid 'data' field. 'data' should be a valid JSON."
const BAD_FILE = `When using multipart/form-data you need to provide your files by prefixing them with the 'files'.
For example, when a media file is named "avatar", make sure the form key name is "files.avatar"`

export async function entryForm(form: ReceivedForm, limits: Limits): Promise<EntryForm> {
  const data = await dataOf(form, limits)
  const files = form.files.filter(({ field }) => field !== 'data')
  return { body: { data }, files: files.map(received => ({ path: filePath(received.field), received })) }
}

/** `files.items[0].image`, `files.items.0.image` and `files[items][0][image]` are `['items', '0', 'image']`. */
export function filePath(field: string): readonly string[] {
  const [prefix, ...path] = field.split(/[.[\]]+/).map(part => part.replace(/^['"]|['"]$/g, ''))
  const parts = path.filter(part => part !== '')
  if (prefix !== 'files' || parts.length === 0) throw new PopulusError('badRequest', { message: BAD_FILE })
  return parts
}

/** Some clients send the JSON as a file, and others each value of it in a field of its own (`data[title]`). */
async function dataOf({ fields, files }: ReceivedForm, limits: Limits): Promise<unknown> {
  const text = fields.findLast(({ name }) => name === 'data')?.value
  if (text) return parse(text)
  const file = files.findLast(({ field }) => field === 'data')
  if (file !== undefined && file.size > limits.bodySize)
    throw new PopulusError('bodyTooLarge', { limit: limits.bodySize })
  if (file !== undefined) return parse(await readFile(file.path, 'utf8'))
  const members = fields.filter(({ name }) => name.startsWith('data['))
  if (members.length === 0) throw new PopulusError('badRequest', { message: NO_DATA })
  const nested = new URLSearchParams(members.map(({ name, value }): [string, string] => [name, value])).toString()
  return (formOf(nested, limits) as { data?: unknown }).data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new PopulusError('badRequest', { message: BAD_DATA }, { cause })
  }
}
