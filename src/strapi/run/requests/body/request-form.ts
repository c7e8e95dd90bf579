/** Reads a form with files for a project's code, as `koa-body` does, with the limits and errors of all other forms. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { PopulusError } from '../../../../errors.ts'
import { type FormOptions, receiveForm } from '../../../../media/forms/receive-form.ts'
import type { ReceivedFile } from '../../../../media/upload/received-file.ts'

export interface FormLimits extends Readonly<FormOptions['limits']> {
  /** Bytes of one file. */
  readonly fileSize: number
}

/** By name. A name that comes twice has a list. */
type FormValues = Record<string, unknown>

export interface ReadForm {
  readonly body: FormValues
  readonly files: FormValues
  /** Removes the files. */
  readonly done: () => Promise<void>
}

/** Files are kept in a folder of their own until the answer is complete. */
export async function readForm(request: IncomingMessage, limits: FormLimits): Promise<ReadForm> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-form-'))
  const done = () => rm(folder, { recursive: true, force: true })
  try {
    const watch: FormOptions['watch'] = stop => watchClient(request, stop)
    const form = await receiveForm(request, { limits, sizeLimit: limits.fileSize, folder, watch })
    const fields = form.fields.map(({ name, value }) => [name, value] as const)
    return { body: byName(fields), files: byName(form.files.map(file => [file.field, fileOf(file)] as const)), done }
  } catch (error) {
    await done()
    throw error
  }
}

function watchClient(request: IncomingMessage, stop: (why: PopulusError) => void): () => void {
  const gone = () => {
    if (!request.complete) stop(new PopulusError('clientGone'))
  }
  request.on('error', gone)
  request.once('close', gone)
  return () => void request.off('close', gone)
}

/** Without the folders that a client may have named. */
function fileOf({ path, name, mime, size }: ReceivedFile) {
  const last = posix.basename(name)
  const isFolder = last === '.' || last === '..'
  return { path, name: isFolder ? '' : last, type: mime, size, hash: null, lastModifiedDate: new Date() }
}

/** Defined, not assigned: a client may name a field `__proto__`. */
function byName(parts: readonly (readonly [name: string, value: unknown])[]): FormValues {
  const values: FormValues = {}
  for (const [name, value] of parts) {
    const known = Object.hasOwn(values, name) ? values[name] : undefined
    if (Array.isArray(known)) known.push(value)
    else {
      const all = known === undefined ? value : [known, value]
      Object.defineProperty(values, name, { value: all, enumerable: true, writable: true, configurable: true })
    }
  }
  return values
}
