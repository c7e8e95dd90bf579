/** Backups and restores as the command line does them, and what a restored server answers. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { runHere } from '../cli/run-here.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { temporaryFolder } from '../support/databases.ts'
import { type Caller, headersOf, WORLD, WORLD_SECRETS } from '../support/worlds/world.ts'

/** Fixed, so that the answers of two servers can be compared. */
export const ENV = {
  JWT_SECRET: WORLD_SECRETS.jwt,
  API_TOKEN_SALT: WORLD_SECRETS.apiTokenSalt,
  TZ: 'UTC',
}

/** Of the rows in `content/files.json`, formats included. */
const UPLOADS = [
  'sunrise_a1.jpg',
  'thumbnail_sunrise_a1.jpg',
  'small_sunrise_a1.jpg',
  'medium_sunrise_a1.jpg',
  'garden_b2.png',
  'ada_c3.jpg',
  'plan_d4.pdf',
]

/** The example world as a project, with the files that its rows name. */
export function worldProject(): string {
  const folder = join(temporaryFolder(), 'world')
  cpSync(WORLD, folder, { recursive: true })
  mkdirSync(join(folder, 'public/uploads'), { recursive: true })
  for (const name of UPLOADS) writeFileSync(join(folder, 'public/uploads', name), `bytes of ${name}`)
  writeFileSync(join(folder, 'public/uploads/nobody.txt'), 'no row names it')
  return folder
}

export function databaseFlag(database: DatabaseConfig): string {
  return database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
}

export async function backUp(folder: string, database: DatabaseConfig): Promise<string> {
  const file = join(temporaryFolder(), 'world.tar.gz')
  const done = await runHere(['backup', file, '--folder', folder, '--database', databaseFlag(database)], ENV)
  if (done.code !== 0) throw new Error(done.error)
  return file
}

/** Into a new folder; its path. */
export async function restore(file: string, database: DatabaseConfig): Promise<string> {
  const folder = join(temporaryFolder(), 'restored')
  const done = await runHere(['restore', file, folder, '--database', databaseFlag(database)], { TZ: 'UTC' })
  if (done.code !== 0) throw new Error(done.error)
  return folder
}

const CALLERS: readonly Caller[] = ['public', 'member', 'read-only', 'full-access']
const QUESTIONS = [
  '/api/articles?populate=*&sort=id',
  '/api/articles?populate[blocks][populate]=*&populate[seo][populate]=*&populate[localizations]=*&locale=all',
  '/api/articles?publicationState=preview&sort[0]=title:desc&fields=title',
  '/api/authors?populate=*',
  '/api/tags?populate=*',
  '/api/teams?populate=*',
  '/api/homepage?populate=*',
  '/api/bookmarks?populate=*',
  '/api/secrets',
  '/api/upload/files',
  '/api/i18n/locales',
  '/api/users/me?populate=role',
]

/** Status and body of every question, for every caller; also the id that the next entry gets. */
export async function answersOf(folder: string, database: DatabaseConfig): Promise<readonly string[]> {
  const app = await buildTestApp({ folder, database, secrets: WORLD_SECRETS, development: false })
  const answers: string[] = []
  for (const caller of CALLERS) {
    const headers = await headersOf(caller)
    for (const url of QUESTIONS) {
      const { statusCode, body } = await app.inject({ url, headers })
      answers.push(`${caller} ${url} ${statusCode} ${body}`)
    }
  }
  const headers = await headersOf('full-access')
  const created = await app.inject({ method: 'POST', url: '/api/tags', headers, payload: { data: { name: 'New' } } })
  answers.push(`new tag ${created.statusCode} ${(created.json() as { data?: { id: number } }).data?.id}`)
  await app.close()
  return answers
}
