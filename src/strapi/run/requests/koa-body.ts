/** The parts of a body that holds an entry: `parseMultipartData` of `@strapi/utils`, and its counterpart for JSON. */
import createError from 'http-errors'
import type { Loose } from '../strapi-types.ts'

export interface EntryBody {
  readonly data: Loose
  /** By the path of the attribute: `cover`, `blocks[0].image`. */
  readonly files?: Record<string, Loose>
}

export function parseBody(ctx: Loose): EntryBody {
  return ctx.is('multipart') ? parseMultipartData(ctx) : { data: ctx.request.body?.data }
}

export function parseMultipartData(ctx: Loose): EntryBody {
  const { body = {}, files = {} } = ctx.request
  if (!body.data)
    throw createError(400, "When using multipart/form-data you need to provide your data in a JSON 'data' field.")
  const named = Object.entries(files).map(([name, file]) => {
    if (!name.startsWith('files.'))
      throw createError(
        400,
        `When using multipart/form-data you need to provide your files by prefixing them with the 'files'.
For example, when a media file is named "avatar", make sure the form key name is "files.avatar"`,
      )
    return [name.slice('files.'.length), file]
  })
  return { data: parseData(body.data), files: Object.fromEntries(named) }
}

function parseData(text: string): Loose {
  try {
    return JSON.parse(text)
  } catch {
    throw createError(400, "Invalid 'data' field. 'data' should be a valid JSON.")
  }
}
