/** Receives the file of an import, which stays until the import has ended. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Limits } from '../../../config/config.ts'
import { badInput } from '../../../input/check-input.ts'
import type { UploadedImport } from '../../../management/transfers/imports.ts'
import { discardBody } from '../../../media/forms/discard-body.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import { hasForm, receiveInto } from '../../uploads/form-body.ts'

interface ImportForms {
  readonly media: MediaContext
  readonly limits: Limits
}

const FIELDS = ['file', 'key']
const LONGEST_NAME = 255

/** `check` may refuse before the file arrives. */
export async function receiveImport(
  request: FastifyRequest,
  forms: ImportForms,
  check: () => Promise<void>,
): Promise<UploadedImport> {
  if (!hasForm(request)) throw badInput([{ path: ['file'], message: 'expected a form with a file' }])
  const workspace = await forms.media.workspaces.open()
  try {
    await check()
    const { files, fields } = await receiveInto(workspace, request, forms)
    const unknown = [...files.map(({ field }) => field), ...fields.map(({ name }) => name)].find(
      name => !FIELDS.includes(name),
    )
    if (unknown !== undefined)
      throw badInput([{ path: [unknown], message: `not expected; available: ${FIELDS.join(', ')}` }])
    const [received, ...others] = files
    if (received === undefined || others.length > 0 || received.field !== 'file')
      throw badInput([{ path: ['file'], message: 'expected one file' }])
    const name = received.name.slice(0, LONGEST_NAME)
    const file = join(workspace.folder, `content${endingOf(name)}`)
    await rename(received.path, file)
    const key = fields.find(field => field.name === 'key')?.value ?? ''
    return { file, name, size: received.size, key: key === '' ? null : key, discard: () => workspace.remove() }
  } catch (error) {
    discardBody(request.raw)
    await workspace.remove()
    throw error
  }
}

/** By which the format is known. */
function endingOf(name: string): string {
  return /\.tar\.gz(\.enc)?$/i.exec(name)?.[0].toLowerCase() ?? '.ndjson'
}
