/**
 * The example world of `test/fixtures/world` in a database: seeded, with the passwords and callers that files cannot
 * hold.
 */
import { fileURLToPath } from 'node:url'
import { SignJWT } from 'jose'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { hashApiToken } from '../../../src/identity/access/api-tokens.ts'
import { grant, revoke } from '../../../src/management/roles/grants.ts'
import type { GrantInput } from '../../../src/management/roles/resolve-grant.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { type Fragment, sql, value } from '../../../src/sql/fragment.ts'
import type { Database } from '../../../src/storage/database.ts'
import { openStorage, type Storage } from '../../../src/tables/open-storage.ts'
import { seedProject } from '../../../src/transfer/seed/seed-project.ts'
import { type Client, unpooled } from '../databases.ts'
import { preparedDatabase } from '../prepared-database.ts'

export const WORLD = fileURLToPath(new URL('../../fixtures/world', import.meta.url))

export const WORLD_SECRETS = { jwt: 'world-jwt-secret', apiTokenSalt: 'world-api-token-salt' }

/**
 * Who sends a request: an anonymous caller, a signed-in user with the role `authenticated`, or one of two API tokens.
 */
export type Caller = 'public' | 'member' | 'read-only' | 'full-access'

export interface WorldChanges {
  readonly grants?: readonly GrantInput[]
  readonly revokes?: readonly GrantInput[]
  /** Adds an administrator that a bookmark leads to, a translation linked out of order, and a file in many components. */
  readonly extras?: boolean
}

const MEMBER_ID = 1
const TOKENS: readonly Caller[] = ['full-access', 'read-only']

/** The stored password of article 1; no answer may contain it. */
export const STORED_PASSWORD = 'open-sesame-hash'

/** A new database that contains the world. */
export async function worldDatabase(client: Client, changes: WorldChanges = {}) {
  const { grants = [], revokes = [], extras = false } = changes
  const config = await preparedDatabase(client, extras ? 'world with extras' : 'world', fillWorld(extras))
  if (grants.length + revokes.length > 0)
    await inStorage(config, async ({ database, schema }) => {
      for (const input of grants) await grant(database, schema, input)
      for (const input of revokes) await revoke(database, schema, input)
    })
  return config
}

/** The same for all test files, which only read it. */
export function sharedWorldDatabase(client: Client): Promise<DatabaseConfig> {
  return preparedDatabase(client, 'world', fillWorld(false), 'run')
}

const fillWorld = (extras: boolean) => (empty: DatabaseConfig) =>
  inStorage(empty, async storage => {
    await seedProject({ ...storage, folder: WORLD })
    await addCallers(storage.database, extras)
  })

async function inStorage(config: DatabaseConfig, work: (storage: Storage) => Promise<void>): Promise<void> {
  const { schema } = await loadSchema(WORLD)
  const storage = await openStorage({ database: unpooled(config), limits: DEFAULT_LIMITS }, schema, { log: () => {} })
  try {
    await work(storage)
  } finally {
    await storage.database.close()
  }
}

async function addCallers(database: Database, extras: boolean): Promise<void> {
  const { dialect } = database
  const yes = value(dialect.encode('boolean', true))
  const token = (type: Caller) =>
    sql`insert into strapi_api_tokens (name, type, access_key) values (${value(type)}, ${value(type)}, ${value(hashApiToken(`world-${type}`, WORLD_SECRETS.apiTokenSalt))})`
  const statements: readonly Fragment[] = [
    sql`update articles set passcode = ${value(STORED_PASSWORD)} where id = 1`,
    sql`insert into up_users (id, username, confirmed) values (${value(dialect.encode('integer', MEMBER_ID))}, 'member', ${yes})`,
    sql`insert into up_users_role_links (user_id, role_id) select u.id, r.id from up_users as u, up_roles as r where r.type = 'authenticated'`,
    ...TOKENS.map(token),
    ...(extras ? EXTRAS : []),
  ]
  await database.write(async transaction => {
    for (const fragment of statements) await transaction.run(dialect.bind(dialect.compile(fragment)))
  })
}

const OWN_FIELDS = {
  focalPoint: { x: 25, y: 75 },
  placeholder: { blur: 'data:image/webp;base64,AA==', color: '#a0b0c0' },
}

/** In the order in which PostgreSQL keeps it. */
const GARDEN_THUMBNAIL = {
  ...{ ext: '.png', url: '/uploads/thumbnail_garden_b2.png', hash: 'thumbnail_garden_b2', mime: 'image/png' },
  ...{ name: 'thumbnail_garden.png', path: null, size: 8, width: 208, height: 156, sizeInBytes: 8000 },
}

/** Bookmark 1 leads to an administrator, a role, a token and an article in every possible way. */
const EXTRAS: readonly Fragment[] = [
  sql`insert into admin_users (id, firstname, lastname, email) values (1, 'Ina', 'Stone', 'ina@example.com')`,
  sql`update bookmarks set target_id = 1, target_type = 'admin::user', created_by_id = 1, updated_by_id = 1 where id = 1`,
  // File 2 has everything that a file can have beyond the document.
  sql`update files set formats = ${value(JSON.stringify({ thumbnail: GARDEN_THUMBNAIL }))}, provider_metadata = ${value(JSON.stringify({ etag: 'x', populus: OWN_FIELDS }))} where id = 2`,
  sql`insert into bookmarks_keeper_links (bookmark_id, user_id) values (1, 1)`,
  sql`insert into bookmarks_subjects_morphs (bookmark_id, subjects_id, subjects_type, "order") values (1, 1, 'admin::user', 1), (1, 1, 'admin::role', 2), (1, 1, 'api::team.team', 3), (1, 1, 'admin::api-token', 4)`,
  sql`insert into articles_localizations_links (article_id, inv_article_id, article_order) values (1, 2, 9)`,
  // Components with the file 4: of the draft 5 (seo 101, in it social 102, hero 101), of the entry 2 (hero 102), of the
  // homepage (social 101 within its seo), and of nothing at all (seo 102).
  sql`insert into components_shared_seos (id, meta_title) values (101, 'Of a draft'), (102, 'Of nothing')`,
  sql`insert into components_shared_socials (id, network) values (101, 'of the homepage'), (102, 'of a draft')`,
  sql`insert into components_blocks_heros (id, heading) values (101, 'Of a draft'), (102, 'Of the ridge')`,
  sql`insert into articles_components (entity_id, component_id, component_type, field, "order") values (5, 101, 'shared.seo', 'seo', 1), (5, 101, 'blocks.hero', 'blocks', 1), (2, 102, 'blocks.hero', 'blocks', 9)`,
  sql`insert into components_shared_seos_components (entity_id, component_id, component_type, field, "order") values (101, 102, 'shared.social', 'socials', 1)`,
  sql`insert into components_shared_seos_components (entity_id, component_id, component_type, field, "order") select component_id, 101, 'shared.social', 'socials', 1 from homepages_components where component_type = 'shared.seo'`,
  sql`insert into files_related_morphs (file_id, related_id, related_type, field, "order") values (4, 101, 'shared.seo', 'image', 2), (4, 102, 'shared.seo', 'image', 3), (4, 101, 'shared.social', 'image', 4), (4, 102, 'shared.social', 'image', 5), (4, 101, 'blocks.hero', 'image', 6), (4, 102, 'blocks.hero', 'image', 7)`,
]

/** The headers that identify a caller. */
export async function headersOf(caller: Caller): Promise<Readonly<Record<string, string>>> {
  if (caller === 'public') return {}
  if (TOKENS.includes(caller)) return { authorization: `Bearer world-${caller}` }
  const token = new SignJWT({ id: MEMBER_ID }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt()
  const signed = await token.setExpirationTime('1h').sign(Buffer.from(WORLD_SECRETS.jwt))
  return { authorization: `Bearer ${signed}` }
}
