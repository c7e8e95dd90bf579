/** A project with users of teams, notes that belong to users, and rules of rows. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SignJWT } from 'jose'
import { cleanUp } from '../../support/clean-up.ts'
import type { RuleFiles } from '../../support/worlds/linked-project.ts'
import { extendedUserType, USER_SCHEMA_FILE } from '../users/extended-user-type.ts'

export const SECRETS = { jwt: 'rules-jwt-secret', apiTokenSalt: 'rules-api-token-salt' }
export const FULL_ACCESS = 'rules-full-access'

const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})
const USER = 'plugin::users-permissions.user'

const type = (name: string, attributes: object) => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes,
  },
})

const MODELS = {
  ...type('note', {
    title: { type: 'string' },
    slug: { type: 'string', unique: true },
    language: { type: 'string' },
    dueAt: { type: 'datetime' },
    owner: relation('manyToOne', USER),
    group: relation('manyToOne', 'api::group.group', { inversedBy: 'notes' }),
    next: relation('oneToOne', 'api::note.note'),
  }),
  ...type('group', {
    name: { type: 'string' },
    notes: relation('oneToMany', 'api::note.note', { mappedBy: 'group' }),
  }),
  ...type('task', {
    title: { type: 'string' },
    note: relation('manyToOne', 'api::note.note'),
    owner: relation('manyToOne', USER),
  }),
  ...type('story', { title: { type: 'string' }, language: { type: 'string' } }),
  ...type('event', {
    title: { type: 'string' },
    startsAt: { type: 'datetime' },
    group: relation('manyToOne', 'api::group.group'),
  }),
  ...type('place', { name: { type: 'string' } }),
  [USER_SCHEMA_FILE]: extendedUserType({
    motto: { type: 'string' },
    languages: { type: 'json' },
    group: relation('manyToOne', 'api::group.group'),
    circles: relation('manyToMany', 'api::group.group'),
  }),
}

const AUTHENTICATED = { roles: ['authenticated'] }

export const RULES: RuleFiles = {
  'own-notes': {
    ...AUTHENTICATED,
    type: 'note',
    operations: ['read', 'create', 'update'],
    where: { $or: [{ owner: '$user.id' }, { group: { id: '$user.group' } }] },
  },
  'delete-own-notes': { ...AUTHENTICATED, type: 'note', operations: ['delete'], where: { owner: { id: '$user.id' } } },
  circles: { ...AUTHENTICATED, type: 'group', operations: ['read'], where: { id: { $in: '$user.circles' } } },
  languages: { ...AUTHENTICATED, type: 'story', operations: ['read'], where: { language: { $in: '$user.languages' } } },
  places: { ...AUTHENTICATED, type: 'place', operations: ['read'], where: { name: '$user.group.name' } },
  past: { ...AUTHENTICATED, type: 'event', operations: ['read'], where: { startsAt: { $lte: '$now' } } },
  self: {
    ...AUTHENTICATED,
    type: USER,
    operations: ['read', 'update', 'delete'],
    where: { id: '$user.id' },
  },
}

export function rulesProject(rules: RuleFiles = RULES): string {
  const folder = mkdtempSync(join(tmpdir(), 'populus-row-rules-'))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  const files = Object.entries(rules).map(([name, rule]) => [`rules/${name}.json`, rule] as const)
  for (const [path, content] of [...Object.entries(MODELS), ...files]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

/** The headers of a user. */
export async function asUser(id: number): Promise<{ readonly authorization: string }> {
  const token = new SignJWT({ id }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt()
  return { authorization: `Bearer ${await token.setExpirationTime('1h').sign(Buffer.from(SECRETS.jwt))}` }
}
