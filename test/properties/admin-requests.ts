/**
 * Random requests to the management API: one generator for each route of `src/admin-api`. A route without one does not
 * compile.
 */
import fc from 'fast-check'
import type { AdminRouteName } from '../../src/admin-api/admin-api.ts'
import { type ContentType, type Model, modelOf } from '../../src/schema/schema.ts'
import { contentTypes } from './admin-roles.ts'
import { type Query, type QueryModel, type QueryPart, queryOf } from './query-generator.ts'
import { serialise } from './serialise.ts'

export interface AdminRequest {
  /** `GET /content/api::tag.tag/1`; `{token}` is replaced by that of a preview. */
  readonly line: string
  readonly body?: unknown
  /** The entry whose preview gives the token. */
  readonly preview?: string
}

/** `super`: only for super administrators, so others get 403. Other texts say why a route shows no content. */
type Plan = fc.Arbitrary<AdminRequest> | 'super' | `no content: ${string}`

export function adminRequests(model: QueryModel): Readonly<Record<AdminRouteName, Plan>> {
  const types = contentTypes(model.schema)
  const article = types.filter(({ uid }) => uid === 'api::article.article')
  const type = fc.constantFrom(...types, ...article, ...article, ...article)
  const id = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(987_654)).map(String)
  const entry = fc.tuple(type, id).map(([{ uid, single }, number]) => `${uid}/${single ? 'single' : number}`)
  const word = fc.constantFrom('a', 'e', 'changed', 'nobody', 'Ti', 'sea', '1', '2')
  const at = (method: string, rest = '') => entry.map(path => ({ line: `${method} /content/${path}${rest}` }))
  const withBody = (method: string, rest: string, body: fc.Arbitrary<object>) =>
    fc.tuple(entry, body).map(([path, given]) => ({ line: `${method} /content/${path}${rest}`, body: given }))
  const listed = (rest = '') =>
    type.chain(one => listQuery(model, one).map(query => ({ line: `GET /content/${one.uid}${rest}?${query}` })))
  const field = (one: ContentType) => fc.constantFrom(...one.attributes.keys(), 'seo.image', 'blocks.0.articles')
  const values = fc.tuple(type, id).chain(([one, number]) => changes(one, Number(number)))
  const media = fc.integer({ min: 1, max: 6 })
  const row = fc.integer({ min: 1, max: 20 })
  return {
    'GET /content/:uid': listed(),
    'GET /content/:uid/count': listed('/count'),
    'POST /content/:uid': type.chain(one =>
      id
        .chain(number => changes(one, Number(number)))
        .map(data => ({ line: `POST /content/${one.uid}`, body: { data: { ...titled(one), ...data } } })),
    ),
    'GET /content/:uid/:id': at('GET'),
    'PUT /content/:uid/:id': fc
      .tuple(type, id, id)
      .chain(([one, number, other]) =>
        changes(one, Number(other)).map(data => ({ line: `PUT /content/${one.uid}/${number}`, body: { data } })),
      ),
    'DELETE /content/:uid/:id': fc.constantFrom(...types).map(({ uid }) => ({ line: `DELETE /content/${uid}/987654` })),
    'POST /content/:uid/:id/clone': withBody('POST', '/clone', fc.constant({})),
    'POST /content/:uid/:id/publish': withBody(
      'POST',
      '/publish',
      fc.constantFrom({}, { locales: ['fr'] }, { locales: ['en', 'fr'] }),
    ),
    'POST /content/:uid/:id/unpublish': withBody('POST', '/unpublish', fc.constantFrom({}, { locales: ['fr'] })),
    'PUT /content/:uid/:id/stage': withBody(
      'PUT',
      '/stage',
      fc.constantFrom({ stage: 'x' }, { stage: 'x', from: 'y' }),
    ),
    'DELETE /content/:uid/:id/pending': at('DELETE', '/pending'),
    'GET /schedule': fc.constant({ line: 'GET /schedule' }),
    'GET /content/:uid/:id/schedule': at('GET', '/schedule'),
    'PUT /content/:uid/:id/schedule': withBody(
      'PUT',
      '/schedule',
      fc.constantFrom(
        { publishAt: '2999-01-01T00:00:00Z' },
        { publishAt: null },
        { unpublishAt: null, locales: ['fr'] },
      ),
    ),
    'GET /releases': fc.constantFrom('open', 'done').map(state => ({ line: `GET /releases?state=${state}` })),
    'POST /releases': fc.constantFrom({}, { name: '' }, { name: 5 }).map(body => ({ line: 'POST /releases', body })),
    'GET /releases/:id': row.map(number => ({ line: `GET /releases/${number}` })),
    'PUT /releases/:id': row.map(number => ({ line: `PUT /releases/${number}`, body: { name: 'x' } })),
    'DELETE /releases/:id': row.map(number => ({ line: `DELETE /releases/${number}` })),
    'GET /releases/:id/check': row.map(number => ({ line: `GET /releases/${number}/check` })),
    'POST /releases/:id/publish': row.map(number => ({ line: `POST /releases/${number}/publish` })),
    'POST /releases/:id/items': fc.tuple(row, type, row).map(([number, { uid }, other]) => ({
      line: `POST /releases/${number}/items`,
      body: { uid, action: 'publish', ids: [other] },
    })),
    'DELETE /releases/:id/items/:uid/:entry': fc
      .tuple(row, entry)
      .map(([number, path]) => ({ line: `DELETE /releases/${number}/items/${path}` })),
    'GET /calendar': fc.constant({ line: 'GET /calendar?from=2999-01-01T00:00:00Z&to=2999-02-01T00:00:00Z' }),
    'GET /content/:uid/:id/check': at('GET', '/check'),
    'GET /content/:uid/:id/checks': at('GET', '/checks'),
    'POST /content/:uid/bulk': fc
      .tuple(
        type,
        fc.constantFrom('publish', 'unpublish', 'delete', 'edit', 'move'),
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 }),
      )
      .map(([{ uid }, action, ids]) => ({
        line: `POST /content/${uid}/bulk`,
        body: {
          action,
          ids,
          dryRun: true,
          ...(action === 'edit' ? { data: {} } : {}),
          ...(action === 'move' ? { stage: 'x' } : {}),
        },
      })),
    'GET /content/:uid/:id/relations/:field': fc.tuple(type, id, fc.option(word)).chain(([one, number, text]) =>
      field(one).map(name => ({
        line: `GET /content/${one.uid}/${number}/relations/${name}?${text === null ? '' : `_q=${text}`}`,
      })),
    ),
    'POST /content/:uid/:id/copy-locale': withBody(
      'POST',
      '/copy-locale',
      fc.constantFrom({ from: 'en', to: 'fr', fields: ['summary'] }, { from: 'fr', to: 'en', fields: ['summary'] }),
    ),
    'GET /content/:uid/:id/values': at('GET', '/values'),
    'GET /content/:uid/:id/incoming': at('GET', '/incoming'),
    'GET /content/:uid/:id/preview-url': at('GET', '/preview-url'),
    'GET /preview': fc
      .tuple(
        id,
        fc.constantFrom(
          '',
          'populate=*',
          'populate[related][populate]=*',
          'populate[related][publicationState]=preview',
        ),
      )
      .map(([number, query]) => ({
        line: `GET /preview?token={token}&${query}`,
        preview: `api::article.article/${number}`,
      })),
    'GET /pick/:uid/:field': fc
      .tuple(type, fc.option(word))
      .chain(([one, text]) =>
        field(one).map(name => ({ line: `GET /pick/${one.uid}/${name}?${text === null ? '' : `_q=${text}`}` })),
      ),
    'POST /uid': fc.constant({
      line: 'POST /uid',
      body: { uid: 'api::article.article', field: 'slug', data: { title: 'Tide' } },
    }),
    'GET /uid/available': word.map(value => ({
      line: `GET /uid/available?uid=api::article.article&field=slug&value=${value}`,
    })),
    'GET /find': word.map(text => ({ line: `GET /find?_q=${text}` })),
    'GET /drafts': fc.constant({ line: 'GET /drafts' }),
    'GET /recent': fc.constant({ line: 'GET /recent' }),
    'GET /drafts/:uid/:id': entry.map(path => ({ line: `GET /drafts/${path}` })),
    'PUT /drafts/:uid/:id': fc
      .tuple(entry, values)
      .map(([path, data]) => ({ line: `PUT /drafts/${path}`, body: { base: null, changes: data } })),
    'DELETE /drafts/:uid/:id': entry.map(path => ({ line: `DELETE /drafts/${path}` })),
    'POST /presence': fc
      .tuple(type, id)
      .map(([{ uid }, number]) => ({ line: 'POST /presence', body: { uid, id: Number(number) } })),
    'GET /changes': 'no content: a stream; test/management/changes.test.ts',
    'GET /trash': fc.option(type).map(one => ({ line: `GET /trash${one === null ? '' : `?uid=${one.uid}`}` })),
    'GET /trash/:id': row.map(number => ({ line: `GET /trash/${number}` })),
    'POST /trash/:id/restore': row.map(number => ({ line: `POST /trash/${number}/restore`, body: {} })),
    'DELETE /trash/:id': row.map(number => ({ line: `DELETE /trash/${number}` })),
    'GET /content/:uid/:id/versions': entry.map(path => ({ line: `GET /content/${path}/versions` })),
    'GET /content/:uid/:id/versions/:version': entry.map(path => ({ line: `GET /content/${path}/versions/current` })),
    'GET /content/:uid/:id/versions/:version/diff': fc
      .tuple(entry, row)
      .map(([path, number]) => ({ line: `GET /content/${path}/versions/${number}/diff` })),
    'POST /content/:uid/:id/versions/:version/restore': entry.map(path => ({
      line: `POST /content/${path}/versions/current/restore`,
      body: {},
    })),
    'GET /activity': fc.constant({ line: 'GET /activity' }),
    'GET /explain/callers': fc.constant({ line: 'GET /explain/callers' }),
    'POST /explain/query': type.map(one => ({
      line: 'POST /explain/query',
      body: { url: `/api/${one.single ? one.singularName : one.pluralName}` },
    })),
    'POST /explain': type.chain(one =>
      queryOf(model, one, { depth: 2 }).map(query => ({
        line: 'POST /explain',
        body: {
          url: `/api/${one.single ? one.singularName : one.pluralName}?${serialise(query)}`,
          as: { kind: 'public' },
        },
      })),
    ),
    'GET /media': word.map(text => ({ line: `GET /media?_q=${text}` })),
    'POST /media': 'no content: an upload',
    'GET /media/:id': media.map(number => ({ line: `GET /media/${number}` })),
    'PUT /media/:id': media.map(number => ({ line: `PUT /media/${number}`, body: { caption: 'x' } })),
    'DELETE /media/:id': fc.constant({ line: 'DELETE /media/987654' }),
    'POST /media/:id/replace': 'no content: an upload',
    'POST /media/:id/crop': media.map(number => ({
      line: `POST /media/${number}/crop`,
      body: { x: 0, y: 0, width: 1, height: 1 },
    })),
    'PUT /media/:id/focal': media.map(number => ({ line: `PUT /media/${number}/focal`, body: { x: 50, y: 50 } })),
    'GET /media/:id/usage': media.map(number => ({ line: `GET /media/${number}/usage` })),
    'POST /media/bulk': media.map(number => ({
      line: 'POST /media/bulk',
      body: { action: 'delete', files: [number], dryRun: true },
    })),
    'GET /folders': fc.constant({ line: 'GET /folders' }),
    'POST /folders': fc.constant({ line: 'POST /folders', body: { name: 'a/b' } }),
    'PUT /folders/:id': fc.constant({ line: 'PUT /folders/1', body: { name: 'x' } }),
    'DELETE /folders/:id': fc.constant({ line: 'DELETE /folders/1' }),
    'GET /schema': fc.constant({ line: 'GET /schema' }),
    'GET /settings/media': 'no content: settings',
    'PUT /settings/media': 'no content: settings',
    'POST /settings/media/test': 'no content: a file that nobody sees',
    'GET /settings/email': 'no content: settings',
    'POST /settings/email/test': 'no content: a mail',
    'GET /settings/email-templates': 'no content: settings',
    'PUT /settings/email-templates/:name': 'no content: settings',
    'DELETE /settings/email-templates/:name': 'no content: settings',
    'POST /settings/email-templates/:name/preview': 'no content: settings',
    'GET /settings/registration': 'no content: settings',
    'PUT /settings/registration': 'no content: settings',
    'GET /settings/project': 'super',
    'PUT /settings/project': 'super',
    'GET /strapi/report': 'super',
    'GET /schema/files': 'super',
    'POST /schema/plan': 'super',
    'POST /schema/apply': 'super',
    'GET /session': fc.constant({ line: 'GET /session' }),
    'GET /views': fc.constant({ line: 'GET /views' }),
    'GET /views/:uid': type.map(({ uid }) => ({ line: `GET /views/${uid}` })),
    'PUT /views/:uid': type.map(({ uid }) => ({ line: `PUT /views/${uid}`, body: {} })),
    'GET /saved-views': fc.constant({ line: 'GET /saved-views' }),
    'POST /saved-views': type.map(({ uid }) => ({ line: 'POST /saved-views', body: { uid, name: '', query: '' } })),
    'PUT /saved-views/:id': fc.constant({ line: 'PUT /saved-views/1', body: { name: 'x' } }),
    'DELETE /saved-views/:id': fc.constant({ line: 'DELETE /saved-views/1' }),
    'GET /locales': fc.constant({ line: 'GET /locales' }),
    'GET /locales/available': fc.constant({ line: 'GET /locales/available' }),
    'POST /locales': fc.constant({ line: 'POST /locales', body: {} }),
    'PUT /locales/:id': fc.constant({ line: 'PUT /locales/1', body: {} }),
    'GET /locales/:id/uses': fc.constant({ line: 'GET /locales/2/uses' }),
    'DELETE /locales/:id': fc.constant({ line: 'DELETE /locales/2' }),
    ...NO_CONTENT,
    ...FOR_SUPER,
  }
}

const NO_CONTENT = {
  'GET /init': 'no content: facts of the project',
  'POST /login': 'no content: a session',
  'POST /login/second-factor': 'no content: a session',
  'POST /login/challenge': 'no content: a session',
  'POST /login/passkey': 'no content: a session',
  'POST /logout': 'no content: a session',
  'GET /first-admin': 'no content: a session',
  'POST /first-admin': 'no content: a session',
  'POST /forgot-password': 'no content: a session',
  'POST /reset-password': 'no content: a session',
  'POST /accept-invitation': 'no content: a session',
  'GET /me': 'no content: the own account',
  'PUT /me': 'no content: the own account',
  'POST /me/password': 'no content: the own account',
  'GET /me/sessions': 'no content: the own account',
  'GET /me/second-factor': 'no content: the own account',
  'POST /me/second-factor': 'no content: the own account',
  'PUT /me/second-factor': 'no content: the own account',
  'DELETE /me/second-factor': 'no content: the own account',
  'GET /me/passkeys': 'no content: the own account',
  'POST /me/passkeys/setup': 'no content: the own account',
  'POST /me/passkeys': 'no content: the own account',
  'PUT /me/passkeys/:id': 'no content: the own account',
  'DELETE /me/passkeys/:id': 'no content: the own account',
  'DELETE /me/sessions': 'no content: the own account',
  'GET /me/preferences': 'no content: the own account',
  'PUT /me/preferences': 'no content: the own account',
} as const

const FOR_SUPER = {
  'GET /actions': 'super',
  'GET /insight/queries': 'super',
  'GET /insight/tables': 'super',
  'GET /insight/tables/:uid': 'super',
  'GET /insight/health': 'super',
  'GET /roles': 'super',
  'POST /roles': 'super',
  'GET /roles/:id': 'super',
  'PUT /roles/:id': 'super',
  'DELETE /roles/:id': 'super',
  'GET /roles/:id/grants': 'super',
  'PATCH /roles/:id/grants': 'super',
  'POST /roles/:id/rehearsal': 'super',
  'POST /roles/:id/preview': 'super',
  'GET /users': 'super',
  'POST /users': 'super',
  'GET /users/:id': 'super',
  'PUT /users/:id': 'super',
  'DELETE /users/:id': 'super',
  'GET /tokens': 'super',
  'POST /tokens': 'super',
  'PUT /tokens/:id': 'super',
  'POST /tokens/:id/regenerate': 'super',
  'DELETE /tokens/:id': 'super',
  'GET /admin-roles': 'super',
  'GET /admin-actions': 'super',
  'DELETE /admins/:id/second-factor': 'super',
  'DELETE /admins/:id/sign-on': 'super',
  'POST /admin-roles': 'super',
  'GET /admin-roles/:id': 'super',
  'PUT /admin-roles/:id': 'super',
  'DELETE /admin-roles/:id': 'super',
  'GET /admins': 'super',
  'POST /admins': 'super',
  'GET /admins/:id': 'super',
  'PUT /admins/:id': 'super',
  'DELETE /admins/:id': 'super',
  'POST /admins/invite': 'super',
  'POST /admins/:id/invite': 'super',
  'GET /admins/:id/sessions': 'super',
  'DELETE /admins/:id/sessions': 'super',
  'GET /queries': 'super',
  'POST /queries': 'super',
  'PUT /queries/:name': 'super',
  'DELETE /queries/:name': 'super',
  'GET /providers': 'super',
  'PUT /providers/:name': 'super',
  'POST /providers/:name/try': 'super',
  'POST /providers/tried': 'super',
  'GET /workflows': 'super',
  'POST /workflows': 'super',
  'GET /workflows/:id': 'super',
  'PUT /workflows/:id': 'super',
  'DELETE /workflows/:id': 'super',
  'GET /workflow-roles': 'super',
  'GET /backups': 'super',
  'POST /backups': 'super',
  'DELETE /backups/:name': 'super',
  'GET /backups/:name/file': 'super',
  'GET /transfers': 'super',
  'GET /export': 'super',
  'POST /import': 'super',
  'POST /import/run': 'super',
  'POST /tasks/:kind/cancel': 'super',
  'GET /webhooks': 'super',
  'POST /webhooks': 'super',
  'GET /webhooks/:id': 'super',
  'PUT /webhooks/:id': 'super',
  'DELETE /webhooks/:id': 'super',
  'POST /webhooks/:id/secret': 'super',
  'POST /webhooks/:id/test': 'super',
  'GET /webhooks/:id/deliveries': 'super',
  'GET /webhooks/:id/deliveries/:delivery': 'super',
  'POST /webhooks/:id/deliveries/:delivery/redeliver': 'super',
} as const

/** A question about one value at the end of a way through relations and components: the attack that must not work. */
function attackQuery(model: QueryModel, type: ContentType): fc.Arbitrary<string> {
  const end = wayEnd(model, type)
  return fc
    .tuple(end, fc.constantFrom('$startsWith', '$eq', '$notNull', '$containsi', 'sort'), fc.nat(20))
    .map(([{ way, values }, operator, place]) => {
      const value = values[place % Math.max(1, values.length)] ?? 'x'
      const nested = (inner: QueryPart): QueryPart => way.reduceRight((part, name) => ({ [name]: part }), inner)
      if (operator === 'sort') return serialise({ sort: nested('asc') as Query, locale: 'all' })
      const operand = operator === '$startsWith' ? value.slice(0, 3) : operator === '$notNull' ? 'true' : value
      return serialise({ filters: nested({ [operator]: operand }) as Query, locale: 'all' })
    })
}

interface WayEnd {
  readonly way: readonly string[]
  readonly values: readonly string[]
}

/** First through a relation or component, all equally often, then to one of the values there. */
function wayEnd(model: QueryModel, from: Model, hops = 2): fc.Arbitrary<WayEnd> {
  const { schema, stored } = model
  const attributes = [...from.attributes.values()]
  const here = attributes.flatMap(({ name }) => {
    const values = stored.get(`${from.uid}.${name}`) ?? []
    return values.length === 0 ? [] : [{ way: [name], values }]
  })
  const ways = (hops === 0 ? [] : attributes).filter(
    attribute => 'target' in attribute && stored.has(`${attribute.target}.${TITLES}`),
  )
  const next = ways.map(attribute =>
    wayEnd(model, modelOf(schema, (attribute as { target: string }).target), hops - 1).map(({ way, values }) => ({
      way: [attribute.name, ...way],
      values,
    })),
  )
  const end = here.length === 0 ? fc.constant({ way: ['id'], values: ['1'] }) : fc.constantFrom(...here)
  if (next.length === 0) return end
  return fc.oneof({ weight: 4, arbitrary: fc.oneof(...next) }, { weight: 1, arbitrary: end })
}

/** Under this name, `stored` knows every model. */
export const TITLES = 'id'

/** Filters and sorts through relations, with names that are hidden too. */
function listQuery(model: QueryModel, type: ContentType): fc.Arbitrary<string> {
  return fc.oneof({ weight: 3, arbitrary: attackQuery(model, type) }, { weight: 1, arbitrary: anyQuery(model, type) })
}

function anyQuery(model: QueryModel, type: ContentType): fc.Arbitrary<string> {
  const columns = [...type.attributes.keys()].filter(name => name !== 'localizations')
  return fc
    .tuple(
      queryOf(model, type, { mistakes: true, depth: 1 }),
      fc.option(fc.constantFrom('a', 'e', 'changed', '1'), { freq: 4 }),
      fc.option(fc.constantFrom('draft', 'published', 'modified'), { freq: 6 }),
      fc.option(fc.subarray(columns, { minLength: 1, maxLength: 3 }), { freq: 2 }),
    )
    .map(([{ filters, sort, locale }, text, status, shown]) => {
      const query: Query = {
        ...(filters === undefined ? {} : { filters }),
        ...(sort === undefined ? {} : { sort }),
        ...(locale === undefined ? {} : { locale }),
        ...(text === null ? {} : { _q: text }),
        ...(status === null ? {} : { status }),
        ...(shown === null ? {} : { columns: shown.join() }),
      }
      return serialise(query)
    })
}

/** A relation to an entry that may be hidden, at one of the places of a type. */
function changes(type: ContentType, id: number): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const relations = [...type.attributes.values()].filter(
    ({ kind, name }) => (kind === 'relation' && !name.endsWith('By') && name !== 'localizations') || kind === 'media',
  )
  const forms: fc.Arbitrary<Readonly<Record<string, unknown>>>[] = relations.flatMap(({ name }) => [
    fc.constant({ [name]: { connect: [{ id }] } }),
    fc.constant({ [name]: id }),
  ])
  if (type.attributes.has('blocks'))
    forms.push(fc.constant({ blocks: [{ __component: 'blocks.duo', author: id, tags: [id] }] }))
  return forms.length === 0 ? fc.constant({}) : fc.oneof(...forms)
}

function titled(type: ContentType): Readonly<Record<string, unknown>> {
  const required = [...type.attributes.values()].filter(({ kind, required: needed }) => kind === 'scalar' && needed)
  return Object.fromEntries(required.map(({ name }) => [name, 'made']))
}
