import { expect, test } from 'vitest'
import { StartError } from '../../errors.ts'
import { buildSchema } from '../load/build-schema.ts'

type Json = Record<string, unknown>

/** Problems, with the paths of the files cut down to `tag` and `shared/seo`. */
function problems(files: Json): readonly string[] {
  try {
    buildSchema(files)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.problems.map(line =>
      line
        .replace(/src\/api\/[^/]+\/content-types\/([^/]+)\/schema\.json/g, '$1')
        .replace(/src\/components\/(.+?)\.json/g, '$1'),
    )
  }
  return []
}

function type(name: string, attributes: Json, more: Json = {}): Json {
  const info = { singularName: name, pluralName: `${name}s` }
  return {
    [`src/api/${name}/content-types/${name}/schema.json`]: { collectionName: `${name}s`, info, ...more, attributes },
  }
}

function component(name: string, attributes: Json): Json {
  return { [`src/components/shared/${name}.json`]: { collectionName: `components_${name}s`, attributes } }
}

const ofTag = (attributes: Json, more: Json = {}) => problems(type('tag', attributes, more))
const relation = (kind: string, target: string, more: Json = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})

test('all problems come in one error that says how many there are', () => {
  const files = type('tag', { a: { type: 'strnig' }, b: {}, c: { type: 'component', component: 'shared.soe' } })
  expect(() => buildSchema({ ...files, ...component('seo', {}) })).toThrow(
    [
      'The schema files have 3 problems:',
      '  - src/api/tag/content-types/tag/schema.json, attributes.a.type: there is no attribute type "strnig". Did you mean "string"?',
      '  - src/api/tag/content-types/tag/schema.json, attributes.b.type: is missing; every attribute needs a type, such as "string"',
      '  - src/api/tag/content-types/tag/schema.json, attributes.c.component: there is no component "shared.soe". Did you mean "shared.seo"?',
    ].join('\n'),
  )
})

test('files of the wrong shape', () => {
  expect(
    problems({
      'src/api/a/content-types/a/schema.json': [],
      'src/api/b/content-types/b/schema.json': { info: { singularName: 'b' }, attributes: [] },
      'src/components/shared/seo.json': { attributes: { title: 'string' } },
    }),
  ).toEqual([
    'a: must contain a JSON object',
    'b, info.pluralName: is missing; every content type needs one, such as "blog-post"',
    'b, attributes: must be an object with the attributes by name',
    'shared/seo, attributes.title: must be an object, such as { "type": "string" }',
    'shared/seo, collectionName: is missing; enter the name of the table, such as "components_shared_seos"',
  ])
})

test('a file that cannot be read is not also reported as missing', () => {
  const files = { ...type('tag', { a: relation('oneToOne', 'api::b.b') }), 'src/api/b/content-types/b/schema.json': 1 }
  expect(problems(files)).toEqual(['b: must contain a JSON object'])
})

test('kinds', () => {
  expect(ofTag({}, { kind: 'singelType' })).toEqual([
    'tag, kind: there is no kind "singelType". Did you mean "singleType"?',
  ])
})

test('singular and plural names are unique and in kebab-case', () => {
  const named = (file: string, singularName: string, pluralName: string) => ({
    [`src/api/${file}/content-types/${file}/schema.json`]: {
      collectionName: `table_${file}`,
      info: { singularName, pluralName },
      attributes: {},
    },
  })
  expect(
    problems({ ...named('a', 'tag', 'tags'), ...named('b', 'tags', 'list'), ...named('c', 'sheep', 'sheep') }),
  ).toEqual([
    'b, info.singularName: "tags" is already the singular or plural name in a',
    'c, info.pluralName: must differ from the singular name "sheep"',
  ])
  expect(problems(named('a', 'blogPost', 'blog posts'))).toEqual([
    'a, info.singularName: "blogPost" must be in kebab-case, such as "blog-post"',
    'a, info.pluralName: "blog posts" must be in kebab-case, such as "blog-posts"',
  ])
})

test('two API folders that come to the same uid', () => {
  const content = (plural: string) => ({ collectionName: plural, info: { singularName: 'post', pluralName: plural } })
  const files = {
    'src/api/blogPost/content-types/post/schema.json': content('posts'),
    'src/api/blog-post/content-types/post/schema.json': content('others'),
  }
  expect(problems(files)).toContain('post: has the same uid as post: "api::blog-post.post"')
})

test('reserved names', () => {
  const text = { type: 'string' }
  expect(ofTag({ id: text, __component: text, createdAt: text, locale: text, publishedAt: text })).toEqual([
    'tag, attributes.id: the name "id" is reserved',
    'tag, attributes.__component: the name "__component" is reserved',
    'tag, attributes.createdAt: the name "createdAt" is reserved: the server adds this attribute itself',
  ])
  const added = { options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } }
  expect(ofTag({ locale: text, publishedAt: text }, added)).toEqual([
    'tag, attributes.locale: the name "locale" is reserved: the server adds this attribute itself',
    'tag, attributes.publishedAt: the name "publishedAt" is reserved: the server adds this attribute itself',
  ])
  expect(problems(component('seo', { createdAt: text, locale: text }))).toEqual([])
})

test('hostile attribute names', () => {
  const names = ['__proto__', 'constructor', 'a"b', "a'; drop table tags; --", 'a\u0000b', '\u001b[31m', 'ä', '1a', '']
  const attributes = JSON.parse(`{${names.map(name => `${JSON.stringify(name)}: {"type": "json"}`).join(', ')}}`)
  const rule = 'is not allowed: it must start with a letter and may contain only letters, digits and "_"'
  expect(ofTag(attributes).filter(line => !line.includes('column'))).toEqual([
    'tag, attributes.__proto__: the name "__proto__" is not allowed: every JavaScript object already has it',
    'tag, attributes.constructor: the name "constructor" is not allowed: every JavaScript object already has it',
    `tag, attributes["a\\"b"]: the name "a\\"b" ${rule}`,
    `tag, attributes["a'; drop table tags; --"]: the name "a'; drop table tags; --" ${rule}`,
    `tag, attributes["a\\u0000b"]: the name "a\\u0000b" ${rule}`,
    `tag, attributes["\\u001b[31m"]: the name "\\u001b[31m" ${rule}`,
    `tag, attributes["ä"]: the name "ä" ${rule}`,
    `tag, attributes.1a: the name "1a" ${rule}`,
    `tag, attributes[""]: the name "" ${rule}`,
  ])
})

test('hostile names of folders, files and tables', () => {
  const info = { singularName: 'tag', pluralName: 'tags' }
  expect(
    problems({
      'src/api/a"b/content-types/tag/schema.json': {
        info,
        collectionName: 'x"; drop table users; --',
        attributes: {},
      },
      'src/components/__proto__/x.json': { collectionName: 'components_x', attributes: {} },
      'src/components/shared/se.o.json': { collectionName: 'components_y\u0000', attributes: {} },
    }),
  ).toEqual([
    'tag, collectionName: "x\\"; drop table users; --" is not allowed: a table name may contain only letters, digits, "_" and "-", and must not start with a digit',
    'tag: "a\\"b" is not allowed as the name of an API folder',
    '__proto__/x: "__proto__" is not allowed: the category of a component may contain only letters, digits, "_" and "-"',
    'shared/se.o, collectionName: "components_y\\u0000" is not allowed: a table name may contain only letters, digits, "_" and "-", and must not start with a digit',
    'shared/se.o: "se.o" is not allowed: the file name of a component may contain only letters, digits, "_" and "-"',
  ])
})

test('raw SQL as a default', () => {
  expect(
    ofTag({
      a: { type: 'string', default: ['x', { isRaw: true }] },
      b: { type: 'string', column: { defaultTo: ['x', { isRaw: true }] } },
      c: { type: 'json', default: [{ fine: true }] },
    }),
  ).toEqual([
    'tag, attributes.a.default: raw SQL ("isRaw") is not allowed; use a plain value',
    'tag, attributes.b.column: raw SQL ("isRaw") is not allowed; use a plain value',
  ])
})

test('enumerations', () => {
  const enumeration = (values: unknown) => ({ type: 'enumeration', enum: values })
  expect(ofTag({ a: enumeration(undefined), b: enumeration(['x', 1]), c: enumeration(['x', 'y', 'x']) })).toEqual([
    'tag, attributes.a.enum: must be a list of allowed values, all of them strings',
    'tag, attributes.b.enum: must be a list of allowed values, all of them strings',
    'tag, attributes.c.enum: lists "x" twice',
  ])
})

test('targets of relations', () => {
  expect(
    problems({
      ...component('seo', {}),
      ...type('tag', {
        a: relation('oneToMnay', 'api::tag.tag'),
        b: { type: 'relation', relation: 'oneToOne' },
        c: relation('oneToOne', 'api::tags.tags'),
        d: relation('oneToOne', 'shared.seo'),
        e: relation('morphMany', 'plugin::upload.file', { morphBy: 'relatde' }),
        f: relation('morphOne', 'plugin::upload.file'),
      }),
    }),
  ).toEqual([
    'tag, attributes.a.relation: there is no relation "oneToMnay". Did you mean "oneToMany"?',
    'tag, attributes.b.target: is missing; enter a content type, such as "api::article.article"',
    'tag, attributes.c.target: there is no content type "api::tags.tags". Did you mean "api::tag.tag"?',
    'tag, attributes.d.target: "shared.seo" is a component; the target of a relation must be a content type',
    'tag, attributes.e.morphBy: "plugin::upload.file" has no morphToOne or morphToMany attribute "relatde". Did you mean "related"?',
    'tag, attributes.f.morphBy: is missing; enter the morphToOne or morphToMany attribute of "plugin::upload.file"',
  ])
})

test('sides of a relation that disagree', () => {
  const both = (article: Json, tag: Json) =>
    problems({ ...type('article', { tags: article }), ...type('tag', { name: { type: 'string' }, articles: tag }) })
  const to = (more: Json) => relation('manyToMany', 'api::tag.tag', more)
  const back = (more: Json) => relation('manyToMany', 'api::article.article', more)
  expect(both(to({ inversedBy: 'article' }), back({}))).toEqual([
    'article, attributes.tags.inversedBy: "api::tag.tag" has no attribute "article". Did you mean "articles"?',
  ])
  expect(both(to({ inversedBy: 'name' }), back({}))).toEqual([
    'article, attributes.tags.inversedBy: "name" of "api::tag.tag" is not a relation back to "api::article.article"',
  ])
  expect(both(to({ inversedBy: 'articles' }), back({}))).toEqual([
    'article, attributes.tags.inversedBy: "articles" of "api::tag.tag" does not refer back to this attribute; it needs "mappedBy": "tags"',
  ])
  expect(both(to({}), back({ mappedBy: 'tags' }))).toEqual([
    'tag, attributes.articles.mappedBy: "tags" of "api::article.article" does not refer back to this attribute; it needs "inversedBy": "articles"',
  ])
  expect(both(to({ inversedBy: 'articles' }), { ...back({ mappedBy: 'tags' }), relation: 'oneToOne' })).toEqual([
    'article, attributes.tags.inversedBy: "articles" of "api::tag.tag" is oneToOne; the other side of manyToMany must be manyToMany',
  ])
  expect(both({ ...to({ mappedBy: 'articles' }), relation: 'manyToOne' }, back({}))).toEqual([
    'article, attributes.tags.mappedBy: a manyToOne relation owns its link: use "inversedBy" here and "mappedBy" on the other side',
  ])
  expect(both({ ...to({ inversedBy: 'articles' }), relation: 'oneToMany' }, back({}))).toEqual([
    'article, attributes.tags.inversedBy: a oneToMany relation cannot own its link: use "mappedBy" here and "inversedBy" on the other side',
  ])
})

test('components and zones', () => {
  expect(
    problems({
      ...component('seo', {}),
      ...type('tag', {
        a: { type: 'component' },
        b: { type: 'component', component: 'api::tag.tag' },
        c: { type: 'dynamiczone', components: ['shared.seo', 'shared.sea', 'shared.seo'] },
        d: { type: 'dynamiczone' },
      }),
    }),
  ).toEqual([
    'tag, attributes.a.component: is missing; enter a component, such as "shared.seo"',
    'tag, attributes.b.component: "api::tag.tag" is a content type; a component is expected',
    'tag, attributes.c.components[1]: there is no component "shared.sea". Did you mean "shared.seo"?',
    'tag, attributes.c.components[2]: lists "shared.seo" twice',
    'tag, attributes.d.components: must be a list of components, such as ["shared.seo"]',
  ])
})

test('components that contain themselves', () => {
  const holds = (uid: string) => ({ inner: { type: 'component', repeatable: true, component: uid } })
  expect(
    problems({
      ...component('start', holds('shared.a')),
      ...component('a', holds('shared.b')),
      ...component('b', { zone: { type: 'dynamiczone', components: ['shared.leaf', 'shared.a'] } }),
      ...component('self', holds('shared.self')),
      ...component('leaf', {}),
    }),
  ).toEqual([
    'shared/a: the component contains itself: shared.a > shared.b > shared.a',
    'shared/self: the component contains itself: shared.self > shared.self',
  ])
})

test('attributes in one column', () => {
  const text = { type: 'string' }
  const column = (attribute: string, name: string, other: string) =>
    `tag, attributes.${attribute}: is stored in the column "${name}", and so is "${other}"; rename one of them`
  expect(ofTag({ eventAt: text, event_at: text, Id: text, created_at: text, createdById: text })).toEqual([
    column('event_at', 'event_at', 'eventAt'),
    column('Id', 'id', 'id'),
    column('created_at', 'created_at', 'createdAt'),
    column('createdById', 'created_by_id', 'createdBy'),
  ])
  const morph = { type: 'relation', relation: 'morphToOne' }
  expect(ofTag({ a: morph, targetId: text })).toEqual([column('targetId', 'target_id', 'a')])
})

test('models in one table', () => {
  expect(
    problems({
      ...type('a', {}, { collectionName: 'Files' }),
      ...type('b', {}, { collectionName: 'strapi_webhooks' }),
      ...type('c', {}, { collectionName: 'ds_links_links' }),
      ...type('d', { links: relation('oneToMany', 'api::a.a') }),
      ...type('e', {}, { collectionName: 'sqlite_stat1' }),
    }),
  ).toEqual([
    'a, collectionName: the table "Files" is already used by plugin::upload.file',
    'b, collectionName: the table "strapi_webhooks" is already used by the server itself',
    'e, collectionName: the table "sqlite_stat1" is reserved for SQLite',
    'd, attributes.links: the table "ds_links_links" is already used by api::c.c',
  ])
})

test('options that nothing reads, with the nearest name', () => {
  const attributes = { title: { type: 'string', requird: true }, seo: { type: 'string', required: 'true' } }
  expect(ofTag(attributes, { options: { draftAndPublis: true }, pluginOption: {} })).toEqual([
    'tag, pluginOption: there is no option "pluginOption". Did you mean "pluginOptions"?',
    'tag, options.draftAndPublis: there is no option "draftAndPublis". Did you mean "draftAndPublish"?',
    'tag, attributes.title.requird: there is no option "requird". Did you mean "required"?',
    'tag, attributes.seo.required: must be true or false, not "true"',
  ])
})

test('a missing list of attributes, and names that belong to the server', () => {
  const info = { singularName: 'user', pluralName: 'users' }
  expect(problems({ 'src/api/user/content-types/user/schema.json': { collectionName: 'people', info } })).toEqual([
    'user, attributes: is missing; list the attributes by name',
    'user, info.pluralName: the address /api/users belongs to the server itself; choose another name',
  ])
  expect(problems(type('auth', {}, { kind: 'singleType' }))).toEqual([
    'auth, info.singularName: the address /api/auth belongs to the server itself; choose another name',
  ])
})

test('in a Strapi project, what Strapi runs with is only a warning', () => {
  const files = {
    ...type('tag', {
      'short-name': { type: 'string', requird: true },
      articles: relation('manyToMany', 'api::article.article', { mappedBy: 'other' }),
    }),
    ...type('article', {
      tags: relation('manyToMany', 'api::tag.tag', { inversedBy: 'articles' }),
      other: relation('manyToMany', 'api::tag.tag', {}),
    }),
  }
  const { schema, warnings } = buildSchema(files, { adopted: true })
  const file = (name: string) => `src/api/${name}/content-types/${name}/schema.json`
  expect(warnings).toEqual([
    `${file('tag')}, attributes.short-name: the name "short-name" is not allowed: it must start with a letter and may contain only letters, digits and "_"`,
    `${file('tag')}, attributes.short-name.requird: there is no option "requird". Did you mean "required"?`,
    `${file('tag')}, attributes.articles.mappedBy: "other" of "api::article.article" does not refer back to this attribute; it needs "inversedBy": "articles"`,
    `${file('article')}, attributes.tags.inversedBy: "articles" of "api::tag.tag" does not refer back to this attribute; it needs "mappedBy": "tags"`,
  ])
  const articles = schema.types.get('api::tag.tag')?.attributes.get('articles')
  expect(articles).toMatchObject({ link: { table: 'articles_tags_links', parentColumn: 'tag_id' }, owner: false })
})

test('an index is true, false or "contains", and not for what is too long for one', () => {
  expect(
    ofTag({
      name: { type: 'string', index: true },
      rank: { type: 'integer', index: false },
      text: { type: 'richtext', index: true },
      twin: relation('oneToOne', 'api::tag.tag', { index: true }),
      note: { type: 'string', index: 'yes' },
      body: { type: 'text', index: 'contains' },
      size: { type: 'integer', index: 'contains' },
    }),
  ).toEqual([
    `tag, attributes.text.index: an attribute of type "richtext" cannot have an index. ${INDEXED}`,
    `tag, attributes.twin.index: an attribute of type "relation" cannot have an index. ${INDEXED}`,
    'tag, attributes.note.index: must be true, false or "contains", not "yes"',
    'tag, attributes.size.index: an attribute of type "integer" cannot have an index "contains". These types can: string, text, richtext, email, uid, enumeration',
  ])
})

const INDEXED =
  'These types can: string, email, uid, enumeration, integer, biginteger, float, decimal, date, time, datetime, timestamp, boolean'
