/** A project whose answers depend on a rule, on code and on a named query, and what a server on it answers. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { buildTestApp, type TestAppInput } from '../support/build-test-app.ts'
import { type Client, freshDatabase, temporaryFolder } from '../support/databases.ts'

export const RULE = { roles: ['public'], type: 'note', operations: ['read'], where: { shown: { $eq: true } } }

const NOTE = {
  collectionName: 'notes',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  options: { draftAndPublish: false },
  attributes: { title: { type: 'string' }, shown: { type: 'boolean' } },
}

const FILES: Readonly<Record<string, unknown>> = {
  'package.json': { name: 'guarded', private: true, type: 'module' },
  'populus.config.json': { api: { maxLimit: 7 } },
  'src/api/note/content-types/note/schema.json': NOTE,
  'content/note.json': [
    { title: 'one', shown: true },
    { title: 'two', shown: true },
    { title: 'hidden', shown: false },
  ],
  'content/permissions.json': {
    public: ['find', 'findOne', 'create'].map(action => `api::note.note.${action}`),
  },
  'rules/shown.json': RULE,
  'populus/hooks.ts': `import { shout } from './lib/shout.ts'
export default { notes: { beforeCreate: ({ data }) => ({ ...data, title: shout(data.title) }) } }`,
  'populus/lib/shout.ts': "export const shout = (text: string): string => text + '!'",
  'populus/routes.ts': `export default [{ method: 'GET', path: '/hello', auth: false, handler: () => ({ hello: 'there' }) }]`,
  'queries/titles.json': { type: 'note', query: { fields: ['title'], sort: ['title'] } },
}

export function guardedProject(files: Readonly<Record<string, unknown>> = {}): string {
  const folder = join(temporaryFolder(), 'guarded')
  for (const [path, content] of Object.entries({ ...FILES, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

/** Starts a server, asks it everything that depends on a guard, and ends it. */
export async function guardedAnswers(
  folder: string,
  database: DatabaseConfig,
  input: Partial<TestAppInput> = {},
): Promise<readonly unknown[]> {
  const app = await buildTestApp({ folder, database, ...input })
  try {
    const asked = [
      await app.inject({ url: '/api/notes?fields=title&sort=id' }),
      await app.inject({ url: '/api/hello' }),
      await app.inject({ url: '/api/queries/titles' }),
      await app.inject({ method: 'POST', url: '/api/notes', payload: { data: { title: 'new', shown: false } } }),
    ]
    return asked.map(({ statusCode, body }) => [
      statusCode,
      statusCode === 200 ? body.replace(/"(id|\w+At)":[^,}]*,?/g, '') : '',
    ])
  } finally {
    await app.close()
  }
}

/** A database that a whole project has been served from. */
export async function served(
  client: Client,
  folder = guardedProject(),
): Promise<{ folder: string; database: DatabaseConfig }> {
  const database = await freshDatabase(client)
  await guardedAnswers(folder, database)
  return { folder, database }
}
