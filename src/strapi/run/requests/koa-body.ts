/** The parts of a body that holds an entry: `parseMultipartData` of `@strapi/utils`, and its counterpart for JSON. */
import createError from 'http-errors'
import type { Context } from 'koa'

export interface EntryBody {
  readonly data: unknown
  /** By the path of the attribute: `cover`, `blocks[0].image`. */
  readonly files?: Record<string, unknown>
}

export function parseBody(ctx: Context): EntryBody {
  return ctx.is('multipart')
    ? parseMultipartData(ctx)
    : { data: (ctx.request.body as { data?: unknown } | undefined)?.data }
}

export function parseMultipartData(ctx: Context): EntryBody {
  const { files = {} } = ctx.request
  const { data } = (ctx.request.body ?? {}) as { data?: unknown }
  if (!data)
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
  return { data: parseData(data), files: Object.fromEntries(named) }
}

function parseData(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    throw createError(400, "Invalid 'data' field. 'data' should be a valid JSON.")
  }
}
