/**
 * Two databases that differ only in what a role of administrators may not read give the same answers to all requests of the
 * management API, byte by byte. Not hidden are: that a relation of a readable entry leads to an entry with some id, whether a
 * unique value is taken, and whether an entry may be published.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminRouteName } from '../../src/admin-api/admin-api.ts'
import type { App } from '../../src/app.ts'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { ROOT, SECRETS } from '../identity/administrators/admin-app.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { PanelApp } from '../management/panel-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, type Client } from '../support/databases.ts'
import { copyDatabase } from '../support/prepared-database.ts'
import { WORLD } from '../support/worlds/world.ts'
import { type AdminRequest, adminRequests, TITLES } from './admin-requests.ts'
import { contentTypes, hiddenChanges, ownedRows, randomRole, type TypeRight } from './admin-roles.ts'
import { assertProperty, PROPERTY_TIMEOUT } from './assert-property.ts'
import type { StoredValues } from './query-generator.ts'

const RUNS: Readonly<Record<Client, number>> = { sqlite: 300, postgres: 120 }
const SEEDS = process.env.PROPERTY_RUNS === undefined ? [1, 2] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const ADMIN = { preview: { 'api::article.article': 'https://site.example/?t={token}' } }

class Setup extends PanelApp {
  /** An author with a peer, and an editor; rows that belong to all of them. */
  async prepare(client: Client, schema: Schema): Promise<{ readonly config: DatabaseConfig; readonly token: string }> {
    await this.start(client, ADMIN)
    const token = await this.person('Aron', 'strapi-author')
    await this.person('Pia', 'strapi-author')
    await this.person('Eda', 'strapi-editor')
    for (const statement of ownedRows(schema)) await runOwn(this.database, statement)
    await runOwn(this.database, "delete from admin_permissions where subject like 'api::%'")
    // Nothing is public: what everybody may read is no secret of the panel.
    await runOwn(this.database, 'delete from up_permissions_role_links')
    const stages = [{ name: 'To do', colour: '#4945ff' }]
    await this.call('POST /workflows', { body: { name: 'Review', types: ['api::article.article'], stages } })
    await this.stop()
    return { config: this.database, token }
  }
}

describe.each(CLIENTS)('on %s', client => {
  let prepared: { readonly config: DatabaseConfig; readonly token: string }
  let schema: Schema
  let setup: Setup

  beforeAll(async () => {
    schema = (await loadSchema(WORLD)).schema
    setup = new Setup()
    prepared = await setup.prepare(client, schema)
  })

  describe.each(SEEDS)('what role %s may not read', seed => {
    let sites: readonly [App, App]
    let stored: StoredValues
    /** The same for both: what is written at one moment has another order than what is written a moment apart. */
    let now = Date.now()
    const tally = { asked: 0, answered: 0 }

    beforeAll(async () => {
      const role = randomRole(schema, seed)
      const original = await copyDatabase(prepared.config)
      await permitAll(setup, original, role)
      stored = await storedValues(schema, original)
      const changed = await copyDatabase(original)
      for (const statement of hiddenChanges(schema, role)) await runOwn(changed, statement)
      const start = (database: DatabaseConfig) =>
        buildTestApp({ folder: WORLD, database, secrets: SECRETS, admin: ADMIN, clock: () => now })
      sites = [await start(original), await start(changed)]
    })

    afterAll(async () => {
      for (const site of sites ?? []) await site.close()
      console.log(`${client}, role ${seed}:`, JSON.stringify(tally))
    })

    const goesUnnoticed = async (request: AdminRequest) => {
      const answers: string[] = []
      now += 1000
      for (const site of sites) answers.push(await ask(site, request, prepared.token))
      expect(answers[1], request.line).toBe(answers[0])
      expect(answers[0]).not.toMatch(/^5/)
      tally.asked++
      if (/^20/.test(answers[0]!)) tally.answered++
    }

    it(
      'changes no answer of any route',
      async () => {
        const model = { schema, readable: new Set(schema.types.keys()), stored }
        const plans = Object.entries(adminRequests(model)) as [AdminRouteName, fc.Arbitrary<AdminRequest> | string][]
        const open = plans.flatMap(([name, plan]) => {
          if (typeof plan === 'string') return []
          const weight = name === 'GET /content/:uid' ? 64 : name.includes('/content/') ? 3 : 1
          return [{ weight, arbitrary: plan }]
        })
        await assertProperty(fc.asyncProperty(fc.oneof(...open), goesUnnoticed), RUNS[client])
        expect(tally.answered).toBeGreaterThan(tally.asked * 0.2)
      },
      PROPERTY_TIMEOUT,
    )

    it('is there: a super administrator sees the difference', async () => {
      const shown: string[] = []
      for (const site of sites) {
        const login = await site.inject({ method: 'POST', url: '/admin/api/login', payload: ROOT })
        const { token } = (JSON.parse(login.payload) as { data: { token: string } }).data
        for (const uid of ['api::article.article', 'api::tag.tag', 'api::secret.secret', 'api::author.author'])
          shown.push(await ask(site, { line: `GET /content/${uid}?locale=all` }, token))
      }
      expect(shown.slice(0, 4)).not.toEqual(shown.slice(4))
    })

    it('routes for super administrators are closed', async () => {
      const model = { schema, readable: new Set<string>(), stored: new Map() }
      for (const [name, plan] of Object.entries(adminRequests(model)))
        if (plan === 'super')
          expect(await ask(sites[0], { line: name.replace(':id', '1') }, prepared.token), name).toMatch(/^403/)
    })
  })
})

/** What is stored, hidden or not, so that filters find something. */
async function storedValues(schema: Schema, database: DatabaseConfig): Promise<StoredValues> {
  const found = new Map<string, readonly string[]>()
  for (const model of [...contentTypes(schema), ...schema.components.values()])
    for (const attribute of model.attributes.values()) {
      found.set(`${model.uid}.${TITLES}`, ['1', '2', '3'])
      if (attribute.kind !== 'scalar' || attribute.column === null || attribute.type === 'password') continue
      const { column } = attribute
      const rows = await runOwn(
        database,
        `select distinct ${column} as v from ${model.table} where ${column} is not null`,
      )
      const values = rows.map(row => String(Array.isArray(row) ? row[0] : (row as { v: unknown }).v))
      found.set(`${model.uid}.${attribute.name}`, values)
    }
  return found
}

async function permitAll(setup: PanelApp, database: DatabaseConfig, role: readonly TypeRight[]): Promise<void> {
  for (const { uid, conditions, fields, locales } of role) {
    const properties = { ...(fields === null ? {} : { fields }), ...(locales === null ? {} : { locales }) }
    await setup.permit(3, uid, { action: 'read', properties, conditions }, database)
    for (const action of ['create', 'update', 'publish']) await setup.permit(3, uid, { action, conditions }, database)
  }
}

/** The status and the body, without what depends on the time. */
async function ask(app: App, { line, body, preview }: AdminRequest, token: string): Promise<string> {
  const filled = preview === undefined ? line : line.replace('{token}', await previewToken(app, preview, token))
  const [method = '', path = ''] = filled.split(' ')
  const answer = await app.inject({
    method: method as 'GET',
    url: `/admin/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const text = answer.payload
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<moment>"')
    .replace(/\?t=[\w.%-]+/, '?t=<token>')
    // Estimates of tables, and which statement is the cheapest by them.
    .replace(/"(cost|kept)":(\{[^}]*\}|[^,}]*)/g, '"$1":"<estimate>"')
  // The version has a hash of each moment, and the two sites write at different ones.
  const shown = method === 'GET' ? text : text.replace(/"version":"v1\.[^"]+"/g, '"version":"<version>"')
  return `${answer.statusCode} ${shown}`
}

async function previewToken(app: App, entry: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const { payload } = await app.inject({ url: `/admin/api/content/${entry}/preview-url`, headers })
  return /\?t=([^"]+)/.exec(payload)?.[1] ?? 'none'
}
