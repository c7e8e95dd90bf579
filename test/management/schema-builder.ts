/** A project under `populus dev`, and what its Content-Type Builder is asked. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { SchemaApplied, SchemaFilesInfo, SchemaPlan, WishedChange } from '../../src/admin-api/builder-api.ts'
import type { CLIENTS } from '../support/databases.ts'
import { type DevProject, startDevProject } from '../support/dev-project.ts'

export const fileOf = (name: string) => `src/api/${name}/content-types/${name}/schema.json`
const type = (name: string, attributes: object, more: object = {}) => ({
  kind: 'collectionType',
  collectionName: `${name}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  options: { draftAndPublish: false },
  pluginOptions: {},
  attributes,
  ...more,
})

const FILES = {
  [fileOf('article')]: type('article', {
    title: { type: 'string', required: true },
    subtitle: { type: 'string' },
    slug: { type: 'uid', targetField: 'title' },
    views: { type: 'integer' },
    seo: { type: 'component', component: 'shared.seo', repeatable: false },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'articles' },
  }),
  [fileOf('tag')]: type('tag', {
    name: { type: 'string' },
    articles: { type: 'relation', relation: 'manyToMany', target: 'api::article.article', mappedBy: 'tags' },
  }),
  'src/components/shared/seo.json': {
    collectionName: 'components_shared_seos',
    info: { displayName: 'Seo' },
    options: {},
    attributes: { metaTitle: { type: 'string' } },
  },
}

const ADMIN = { email: 'ana@example.org', password: 'Correct-horse-1', firstname: 'Ana' }
type Body = Readonly<Record<string, never>> & { data: never; error: { message: string; details: { errors: unknown } } }

export class Builder {
  project!: DevProject
  token = ''

  async start(client: (typeof CLIENTS)[number]) {
    this.project = await startDevProject(client, FILES)
    await this.send('POST', '/first-admin', { ...ADMIN, code: this.project.code })
    const { body } = await this.send('POST', '/login', { email: ADMIN.email, password: ADMIN.password })
    this.token = (body.data as { token: string }).token
  }

  async send(method: string, path: string, given?: unknown) {
    const response = await fetch(`${this.project.address}/admin/api${path}`, {
      method,
      headers: {
        ...(given === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
    })
    return { status: response.status, body: (await response.json()) as Body }
  }

  async data<T>(method: string, path: string, given?: unknown): Promise<T> {
    const { status, body } = await this.send(method, path, given)
    if (status >= 400) throw new Error(`${status} ${JSON.stringify(body.error)}`)
    return body.data as T
  }

  version = async () => (await this.data<SchemaFilesInfo>('GET', '/schema/files')).version
  plan = async (...changes: WishedChange[]) =>
    this.data<SchemaPlan>('POST', '/schema/plan', { version: await this.version(), changes })
  apply = async (changes: readonly WishedChange[], more: object = {}) =>
    this.send('POST', '/schema/apply', { version: await this.version(), changes, ...more })
  applied = async (...changes: WishedChange[]): Promise<SchemaApplied> => {
    const { confirm } = await this.plan(...changes)
    const { status, body } = await this.apply(changes, { confirmed: confirm.map(({ key }) => key) })
    expect([status, body.error]).toEqual([200, undefined])
    return body.data
  }
  refused = async (...changes: WishedChange[]) => {
    const { status, body } = await this.send('POST', '/schema/plan', { version: await this.version(), changes })
    expect(status).toBe(400)
    return body.error.details.errors
  }

  /** The attributes of a model as an unchanged wish. */
  async wishes(uid: string) {
    const { models } = await this.data<SchemaFilesInfo>('GET', '/schema/files')
    const { attributes } = models.find(model => model.uid === uid)!.content as { attributes: Record<string, object> }
    return Object.entries(attributes).map(([name, definition]) => ({
      name,
      was: name,
      definition: definition as never,
    }))
  }

  read = async (path: string) => JSON.parse(await readFile(join(this.project.folder, path), 'utf8'))
  entry = (uid: string, data: object) => this.data<{ id: number }>('POST', `/content/${uid}`, { data })
  values = async (uid: string, id: number) =>
    (await this.data<{ values: Record<string, unknown> }>('GET', `/content/${uid}/${id}`)).values
}

export const ARTICLE = 'api::article.article'
export const TAG = 'api::tag.tag'
