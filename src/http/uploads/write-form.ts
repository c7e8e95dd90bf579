/** Writes of entries that come as a form, with or without files. */
import type { FastifyRequest } from 'fastify'
import type { Limits } from '../../config/config.ts'
import { discardBody } from '../../media/forms/discard-body.ts'
import type { MediaContext } from '../../media/media-context.ts'
import { attachToEntry, type StoreAlongside } from '../../media/upload/attach-to-entry.ts'
import type { Access } from '../../plan/access.ts'
import type { ContentType } from '../../schema/schema.ts'
import { entryForm } from './entry-form.ts'
import { withForm } from './form-body.ts'

export interface FormWrite {
  readonly json: string
  /** As the body of a JSON request would be. */
  readonly body: { readonly data: unknown }
  /** Files that led to no attribute. */
  readonly lost: readonly string[]
}

export interface FormWriteOptions {
  readonly media: MediaContext
  readonly type: ContentType
  readonly access: Access
  readonly limits: Limits
}

export async function writeForm(
  request: FastifyRequest,
  { media, type, access, limits }: FormWriteOptions,
  write: (body: { readonly data: unknown }, alongside: StoreAlongside | undefined) => Promise<string>,
): Promise<FormWrite> {
  try {
    return await withForm(request, { media, limits }, async (form, workspace) => {
      const { body, files } = await entryForm(form, limits)
      if (files.length === 0) return { json: await write(body, undefined), body, lost: [] }
      const attached = await attachToEntry(media, { type, access, files, workspace }, alongside =>
        write(body, alongside),
      )
      return { json: attached.result, body, lost: attached.lost }
    })
  } catch (error) {
    discardBody(request.raw)
    throw error
  }
}
