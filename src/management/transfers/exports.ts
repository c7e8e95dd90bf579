/** Content as a file that is sent while it is made. */
import { PassThrough } from 'node:stream'
import { z } from 'zod'
import type { ExportFacts, ExportFormat, TransferState } from '../../admin-api/settings/transfer-api.ts'
import { badInput, checkInput, text } from '../../input/check-input.ts'
import type { ManagementContext } from '../management-context.ts'
import type { ExportChoice } from './transfer-acts.ts'
import type { TransferContext } from './transfer-context.ts'

const QUERY = z.strictObject({
  types: text(20_000).optional(),
  format: z.enum(['populus', 'strapi'], { error: 'expected populus or strapi' }).optional(),
  locale: text().optional(),
  drafts: z.enum(['true', 'false'], { error: 'expected true or false' }).optional(),
})

const ENDINGS: Readonly<Record<ExportFormat, string>> = { populus: 'ndjson', strapi: 'tar.gz' }

/** What there is to choose, and what goes on. */
export async function transferState(
  { schema, content }: ManagementContext,
  { acts, tasks }: TransferContext,
  sizeLimit: number,
): Promise<TransferState> {
  return {
    sizeLimit,
    strapi: await acts.hasStrapi(),
    types: acts.contentTypes(schema).map(({ uid, displayName, localized, draftAndPublish, userDefined }) => ({
      ...{ uid, displayName, localized, draftAndPublish },
      builtIn: !userDefined,
    })),
    locales: [...((await content.localeCodes()) ?? [])].sort(),
    export: await tasks.find('export'),
    import: await tasks.find('import'),
  }
}

export interface BegunExport {
  readonly name: string
  readonly format: ExportFormat
  /** Whoever destroys it ends the export. */
  readonly body: PassThrough
}

/** Everything that can be wrong with the choice is refused before the first byte. */
export async function beginExport(
  management: ManagementContext,
  { acts, tasks, clock }: TransferContext,
  by: string,
  query: Readonly<Record<string, string>>,
): Promise<BegunExport> {
  const choice = await checkChoice(management, acts.contentTypes(management.schema), query)
  const { format } = choice
  if (format === 'strapi' && !(await acts.hasStrapi()))
    throw badInput([{ path: ['format'], message: 'this build cannot write archives for Strapi' }])
  const time = new Date(clock()).toISOString().slice(0, 19).replaceAll(':', '-')
  const name = `${management.project.name}-${time}Z.${ENDINGS[format]}`
  const body = new PassThrough()
  const facts: ExportFacts = { name }
  await tasks.start('export', {
    by,
    facts,
    work: async task => {
      body.once('close', () => body.readableEnded || task.cancel())
      try {
        await acts.exportTo(body, choice, task)
        body.end()
      } catch (error) {
        // The client sees that the file is cut off.
        body.destroy(error as Error)
        throw error
      }
    },
  })
  // An answer that cannot be sent any more is no failure of the server.
  body.on('error', () => undefined)
  return { name, format, body }
}

async function checkChoice(
  { content }: ManagementContext,
  known: ReturnType<TransferContext['acts']['contentTypes']>,
  query: Readonly<Record<string, string>>,
): Promise<ExportChoice> {
  const { types: given, format = 'populus', locale, drafts } = checkInput(QUERY, query)
  const types = given?.split(',')
  const uids = new Set(known.map(({ uid }) => uid))
  const unknown = types?.filter(uid => !uids.has(uid)) ?? []
  if (unknown.length > 0)
    throw badInput([{ path: ['types'], message: `there is no content type ${unknown.slice(0, 3).join(', ')}` }])
  const codes = await content.localeCodes()
  if (locale !== undefined && !codes?.has(locale))
    throw badInput([{ path: ['locale'], message: `there is no locale ${locale}` }])
  const partly = Object.entries({ types, locale, drafts: drafts === 'false' ? drafts : undefined })
  const parts = partly.filter(([, chosen]) => chosen !== undefined).map(([name]) => name)
  if (format === 'strapi' && parts.length > 0)
    throw badInput(parts.map(name => ({ path: [name], message: 'an archive for Strapi always has everything' })))
  return { types, format, locale, publishedOnly: drafts === 'false' }
}
