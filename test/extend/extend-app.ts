/** A small project of notes, with code of its own. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { App } from '../../src/app.ts'
import { buildTestApp, type TestAppInput } from '../support/build-test-app.ts'
import { type Client, freshDatabase, temporaryFolder } from '../support/databases.ts'

const i18n = { i18n: { localized: true } }
const NOTE = {
  collectionName: 'notes',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  options: { draftAndPublish: true },
  pluginOptions: i18n,
  attributes: {
    title: { type: 'string', required: true, pluginOptions: i18n },
    slug: { type: 'string' },
    secret: { type: 'string', private: true },
    owner: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
    picture: { type: 'media', multiple: false, allowedTypes: ['files', 'images'] },
  },
}
const PAGE = {
  kind: 'singleType',
  collectionName: 'pages',
  info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
  attributes: { title: { type: 'string' } },
}
const ALL = ['find', 'findOne', 'create', 'update', 'delete']
const FILES: Readonly<Record<string, string>> = {
  'src/api/note/content-types/note/schema.json': JSON.stringify(NOTE),
  'src/api/page/content-types/page/schema.json': JSON.stringify(PAGE),
  'content/locales.json': JSON.stringify([
    { code: 'en', name: 'English', isDefault: true },
    { code: 'fr', name: 'French' },
  ]),
  'content/permissions.json': JSON.stringify({
    public: [
      ...[...ALL, 'createLocalization'].map(action => `api::note.note.${action}`),
      ...ALL.map(action => `api::page.page.${action}`),
      ...['callback', 'register'].map(action => `plugin::users-permissions.auth.${action}`),
      ...['create', 'update', 'destroy'].map(action => `plugin::users-permissions.user.${action}`),
    ],
    authenticated: [...ALL.map(action => `api::note.note.${action}`), 'plugin::users-permissions.auth.changePassword'],
  }),
}

export async function noteProject(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries({ ...FILES, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

const SECRETS = { jwt: 'secret of users', admin: 'secret of administrators', apiTokenSalt: 'salt' }

export interface Answer {
  readonly status: number
  readonly body: Json
  readonly headers: Readonly<Record<string, unknown>>
}

// biome-ignore lint/suspicious/noExplicitAny: whatever an answer contains
export type Json = any

export class ExtendApp {
  readonly app: App
  constructor(app: App) {
    this.app = app
  }

  /** `send('POST /notes', { data: {} })`, below `/api` unless it begins with `/admin`. */
  async send(
    request: string,
    payload?: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const [method = '', path = ''] = request.split(' ')
    const answer = await this.app.inject({
      method: method as 'GET',
      url: path.startsWith('/admin') ? path : `/api${path}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      body: isJson && answer.payload !== '' ? JSON.parse(answer.payload) : answer.payload,
      headers: answer.headers,
    }
  }

  /** Signs in as the first administrator. */
  async panel(): Promise<(request: string, body?: object) => Promise<Answer>> {
    const login = { email: 'root@example.org', password: 'root password' }
    await this.send('POST /admin/api/first-admin', { ...login, code: await this.app.firstAdminCode() })
    const { body } = await this.send('POST /admin/api/login', login)
    const headers = { authorization: `Bearer ${body.data.token}` }
    return (request, given) => this.send(request.replace(' ', ' /admin/api/content/'), given, headers)
  }
}

export async function openExtendApp(client: Client, more: Partial<TestAppInput> = {}): Promise<ExtendApp> {
  const folder = more.folder ?? (await noteProject())
  return new ExtendApp(await buildTestApp({ secrets: SECRETS, ...more, folder, database: await freshDatabase(client) }))
}
