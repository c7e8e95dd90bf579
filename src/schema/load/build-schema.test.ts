import { expect, test } from 'vitest'
import type { Attribute, Schema } from '../schema.ts'
import { buildSchema, type SchemaOptions } from './build-schema.ts'

type Json = Record<string, unknown>

const typeFile = (name: string) => `src/api/${name}/content-types/${name}/schema.json`
const USER_FILE = 'src/extensions/users-permissions/content-types/user/schema.json'

function type(name: string, attributes: Json, more: Json = {}): Json {
  const content = {
    collectionName: `${name}s`.replaceAll('-', '_'),
    info: { singularName: name, pluralName: `${name}s` },
    ...more,
    attributes,
  }
  return { [typeFile(name)]: content }
}

function component(uid: string, attributes: Json): Json {
  const [category, name] = uid.split('.')
  return { [`src/components/${category}/${name}.json`]: { collectionName: `components_${name}s`, attributes } }
}

function build(files: Json[], options?: SchemaOptions): Schema {
  return buildSchema(Object.assign({}, ...files), options).schema
}

function attribute(schema: Schema, uid: string, name: string): Attribute {
  const found = (schema.types.get(uid) ?? schema.components.get(uid))?.attributes.get(name)
  if (found === undefined) throw new Error(`No attribute ${name} in ${uid}`)
  return found
}

const relation = (kind: string, target: string, more: Json = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})
const TAG = 'api::tag.tag'
const ARTICLE = 'api::article.article'

test('a type gets its system attributes after its own', () => {
  const schema = build([
    type('tag', { name: { type: 'string' } }),
    type(
      'article',
      { title: { type: 'string' } },
      { options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } },
    ),
  ])
  expect([...schema.types.get(TAG)!.attributes.keys()]).toEqual([
    'name',
    'createdAt',
    'updatedAt',
    'createdBy',
    'updatedBy',
  ])
  expect([...schema.types.get(ARTICLE)!.attributes.keys()]).toEqual([
    'title',
    'createdAt',
    'updatedAt',
    'publishedAt',
    'createdBy',
    'updatedBy',
    'localizations',
    'locale',
  ])
})

test('user-defined types come in load order, then the built-in ones', () => {
  const schema = build([type('tag', {}), type('article', {})])
  expect([...schema.types.keys()].slice(0, 3)).toEqual([TAG, ARTICLE, 'admin::permission'])
  expect(schema.types.get(TAG)).toMatchObject({ userDefined: true, single: false, draftAndPublish: false })
  expect(schema.types.get('plugin::upload.file')).toMatchObject({ userDefined: false, tableName: 'files' })
})

test('everything is frozen, and the given files are left as they were', () => {
  const files = type('tag', { name: { type: 'string', regex: '^a' } })
  const schema = build([files])
  const name = attribute(schema, TAG, 'name')
  expect([schema, schema.types.get(TAG), name, name.definition].every(Object.isFrozen)).toBe(true)
  expect(Object.isFrozen(files[typeFile('tag')])).toBe(false)
})

test('creators are private, unless populateCreatorFields lets them out', () => {
  const open = build([type('tag', {}, { options: { populateCreatorFields: true } })])
  const link = { kind: 'parent-column', column: 'created_by_id' }
  expect(attribute(build([type('tag', {})]), TAG, 'createdBy')).toMatchObject({ private: true, writable: false, link })
  expect(attribute(open, TAG, 'createdBy')).toMatchObject({ private: false, writable: false, link })
})

test('attributes are private by themselves, by the options of their type, or by the setting', () => {
  const schema = build(
    [
      type(
        'tag',
        {
          name: { type: 'string' },
          a: { type: 'string', private: true },
          b: { type: 'string' },
          c: { type: 'password' },
        },
        { options: { privateAttributes: ['b', 'createdAt'] } },
      ),
    ],
    { privateAttributes: ['updatedAt'] },
  )
  const hidden = [...schema.types.get(TAG)!.attributes.values()].filter(({ private: isPrivate }) => isPrivate)
  expect(hidden.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy'])
})

test('only unmarked attributes of a localized type are shared by its translations', () => {
  const localized = { pluginOptions: { i18n: { localized: true } } }
  const attributes = {
    title: { type: 'string', ...localized },
    rank: { type: 'integer' },
    slug: { type: 'uid' },
    cover: { type: 'media' },
    tags: relation('oneToMany', 'api::article.article'),
  }
  const schema = build([type('article', attributes, localized)])
  const shared = [...schema.types.get(ARTICLE)!.attributes.values()].filter(one => !one.localized)
  expect(shared.map(({ name }) => name)).toEqual(['rank', 'cover'])
})

test('scalars know their column, and uid is always unique', () => {
  const schema = build([type('tag', { h1Title: { type: 'string', searchable: false }, slug: { type: 'uid' } })])
  expect(attribute(schema, TAG, 'h1Title')).toMatchObject({ column: 'h_1_title', unique: false, searchable: false })
  expect(attribute(schema, TAG, 'slug')).toMatchObject({ column: 'slug', unique: true, searchable: true })
})

test('custom fields have the type of their plug-in, or one guessed from their name', () => {
  const field = (customField: string) => ({ type: 'customField', customField })
  const { schema, warnings } = buildSchema(
    type('tag', {
      text: field('plugin::ckeditor.CKEditor'),
      choices: field('plugin::multi-select.multi-select'),
      odd: field('plugin::acme.phone'),
    }) as Record<string, unknown>,
  )
  const types = ['text', 'choices', 'odd'].map(name => (attribute(schema, TAG, name) as { type: string }).type)
  expect(types).toEqual(['richtext', 'json', 'string'])
  expect(warnings).toEqual([
    `${typeFile('tag')}, attributes.odd.customField: the custom field "plugin::acme.phone" is unknown; its type is that of its column in the database, or "string" in a new one`,
  ])
})

test('both sides of a relation read one table', () => {
  const schema = build([
    type('article', { tags: relation('manyToMany', TAG, { inversedBy: 'articles' }) }),
    type('tag', { articles: relation('manyToMany', ARTICLE, { mappedBy: 'tags' }) }),
  ])
  const table = { kind: 'table', table: 'articles_tags_links', rowKey: 'id', fixed: [], unique: true }
  expect(attribute(schema, ARTICLE, 'tags')).toMatchObject({
    owner: true,
    many: true,
    link: { ...table, parentColumn: 'article_id', childColumn: 'tag_id', orderColumn: 'tag_order' },
  })
  expect(attribute(schema, TAG, 'articles')).toMatchObject({
    owner: false,
    many: true,
    link: { ...table, parentColumn: 'tag_id', childColumn: 'article_id', orderColumn: 'article_order' },
  })
})

test('a relation without a link table is a column, read backwards from the other side', () => {
  const schema = build([
    type('article', { tag: relation('manyToOne', TAG, { inversedBy: 'articles', useJoinTable: false }) }),
    type('tag', { articles: relation('oneToMany', ARTICLE, { mappedBy: 'tag' }) }),
  ])
  expect(attribute(schema, ARTICLE, 'tag')).toMatchObject({ link: { kind: 'parent-column', column: 'tag_id' } })
  expect(attribute(schema, TAG, 'articles')).toMatchObject({
    link: { kind: 'child-column', column: 'tag_id', fixed: [] },
  })
})

test('localizations are a one-way relation of the type with itself', () => {
  const schema = build([type('article', {}, { pluginOptions: { i18n: { localized: true } } })])
  expect(attribute(schema, ARTICLE, 'localizations')).toMatchObject({
    link: {
      table: 'articles_localizations_links',
      parentColumn: 'article_id',
      childColumn: 'inv_article_id',
      orderColumn: 'article_order',
    },
  })
})

test('an inverse without an owner has no link, and is reported', () => {
  const { schema, warnings } = buildSchema({
    ...type('article', { autor: relation('manyToOne', TAG) }),
    ...type('tag', { articles: relation('oneToMany', ARTICLE, { mappedBy: 'author' }) }),
  })
  expect(attribute(schema, TAG, 'articles')).toMatchObject({ link: null, owner: false })
  expect(warnings).toEqual([
    `${typeFile('tag')}, attributes.articles.mappedBy: "api::article.article" has no attribute "author"; the relation reads as empty. Did you mean "autor"?`,
  ])
})

test('where both sides own the link, the one that is loaded last does', () => {
  const files = [
    type('article', { tags: relation('manyToMany', TAG, { inversedBy: 'articles' }) }),
    type('tag', { articles: relation('manyToMany', ARTICLE, { inversedBy: 'tags' }) }),
  ]
  const { schema, warnings } = buildSchema(Object.assign({}, ...files))
  const table = 'tags_articles_links'
  expect(attribute(schema, TAG, 'articles')).toMatchObject({ owner: true, link: { table, parentColumn: 'tag_id' } })
  expect(attribute(schema, ARTICLE, 'tags')).toMatchObject({
    owner: false,
    link: { table, parentColumn: 'article_id', childColumn: 'tag_id', orderColumn: 'tag_order' },
  })
  expect(warnings).toEqual([
    `${typeFile('tag')}, attributes.articles.inversedBy: "tags" of "api::article.article" also claims to own the link; this side's link is used. Use "mappedBy" instead of "inversedBy" on one side`,
  ])
})

test('built-in types are loaded before those of the project, so that the project wins', () => {
  const user = { role: relation('manyToOne', 'plugin::users-permissions.role', { inversedBy: 'users' }) }
  const schema = build([
    { [USER_FILE]: { attributes: { ...user, team: relation('oneToOne', TAG, { inversedBy: 'lead' }) } } },
    type('tag', { lead: relation('oneToOne', 'plugin::users-permissions.user', { inversedBy: 'team' }) }),
  ])
  expect(attribute(schema, TAG, 'lead')).toMatchObject({ owner: true, link: { table: 'tags_lead_links' } })
  expect(attribute(schema, 'plugin::users-permissions.user', 'team')).toMatchObject({
    link: { table: 'tags_lead_links' },
  })
})

test('a relation that is its own inverse reads its table backwards', () => {
  const schema = build([type('tag', { mates: relation('manyToMany', TAG, { inversedBy: 'mates' }) })])
  expect(attribute(schema, TAG, 'mates')).toMatchObject({
    owner: true,
    link: {
      table: 'tags_mates_links',
      parentColumn: 'inv_tag_id',
      childColumn: 'tag_id',
      orderColumn: 'inv_tag_order',
    },
  })
})

test('media go through the morph table of the files', () => {
  const schema = build([type('article', { cover: { type: 'media', multiple: true, allowedTypes: ['images'] } })])
  expect(attribute(schema, ARTICLE, 'cover')).toMatchObject({
    kind: 'media',
    many: true,
    allowedTypes: ['images'],
    link: {
      kind: 'table',
      table: 'files_related_morphs',
      parentColumn: 'related_id',
      childColumn: 'file_id',
      orderColumn: 'order',
      rowKey: 'id',
      fixed: [
        { column: 'related_type', value: ARTICLE },
        { column: 'field', value: 'cover' },
      ],
    },
  })
})

test('components and zones share the table of their parent', () => {
  const schema = build([
    component('shared.seo', { title: { type: 'string' }, more: { type: 'component', component: 'shared.link' } }),
    component('shared.link', { url: { type: 'string' } }),
    type('article', {
      seo: { type: 'component', component: 'shared.seo' },
      blocks: { type: 'dynamiczone', components: ['shared.seo', 'shared.link'] },
    }),
  ])
  const link = {
    table: 'articles_components',
    parentColumn: 'entity_id',
    childColumn: 'component_id',
    orderColumn: 'order',
  }
  expect(attribute(schema, ARTICLE, 'seo')).toMatchObject({
    many: false,
    target: 'shared.seo',
    link: {
      ...link,
      fixed: [
        { column: 'field', value: 'seo' },
        { column: 'component_type', value: 'shared.seo' },
      ],
    },
  })
  expect(attribute(schema, ARTICLE, 'blocks')).toMatchObject({
    components: ['shared.seo', 'shared.link'],
    link: { ...link, typeColumn: 'component_type', fixed: [{ column: 'field', value: 'blocks' }] },
  })
  expect(attribute(schema, 'shared.seo', 'more')).toMatchObject({ link: { table: 'components_seos_components' } })
  expect([...schema.components.get('shared.seo')!.attributes.keys()]).toEqual(['title', 'more'])
})

test('morph relations read columns or a table, from both ends', () => {
  const schema = build([
    type('pin', {
      one: { type: 'relation', relation: 'morphToOne' },
      some: { type: 'relation', relation: 'morphToMany' },
    }),
    type('tag', {
      pin: relation('morphOne', 'api::pin.pin', { morphBy: 'one' }),
      pins: relation('morphMany', 'api::pin.pin', { morphBy: 'some' }),
    }),
  ])
  const columns = { kind: 'columns', idColumn: 'target_id', typeColumn: 'target_type' }
  const table = { kind: 'table', table: 'pins_some_morphs', orderColumn: 'order' }
  expect(attribute(schema, 'api::pin.pin', 'one')).toMatchObject({ kind: 'morph', many: false, link: columns })
  expect(attribute(schema, 'api::pin.pin', 'some')).toMatchObject({
    many: true,
    link: { ...table, parentColumn: 'pin_id', childColumn: 'some_id', typeColumn: 'some_type', fixed: [] },
  })
  const fixed = [{ column: 'target_type', value: TAG }]
  expect(attribute(schema, TAG, 'pin')).toMatchObject({ link: { kind: 'child-column', column: 'target_id', fixed } })
  expect(attribute(schema, TAG, 'pins')).toMatchObject({
    many: true,
    link: {
      ...table,
      parentColumn: 'some_id',
      childColumn: 'pin_id',
      fixed: [
        { column: 'some_type', value: TAG },
        { column: 'field', value: 'pins' },
      ],
    },
  })
})

test('an extension replaces the attributes of a built-in type, but what was hidden stays hidden', () => {
  const schema = build([
    {
      [USER_FILE]: {
        info: { displayName: 'Member' },
        attributes: {
          username: { type: 'string' },
          password: { type: 'string' },
          resetPasswordToken: { type: 'string', private: false },
          nickname: { type: 'string' },
        },
      },
    },
  ])
  const user = schema.types.get('plugin::users-permissions.user')!
  expect(user).toMatchObject({ tableName: 'up_users', singularName: 'user', displayName: 'Member' })
  const open = [...user.attributes.values()].filter(({ private: isPrivate }) => !isPrivate)
  expect(open.map(({ name }) => name)).toEqual(['username', 'nickname', 'createdAt', 'updatedAt'])
  expect(user.attributes.has('email')).toBe(false)
})

test('an extension of files from before there were folders keeps the place of each file', () => {
  const schema = build([
    { 'src/extensions/upload/content-types/file/schema.json': { attributes: { name: { type: 'string' } } } },
  ])
  const { attributes } = schema.types.get('plugin::upload.file')!
  expect([...attributes.keys()].slice(0, 3)).toEqual(['name', 'folder', 'folderPath'])
  expect(attributes.get('folderPath')).toMatchObject({ column: 'folder_path', private: true })
})

test('a type of a plugin is one that others may relate to, without routes of its own', () => {
  const content = {
    collectionName: 'todo_tasks',
    info: { singularName: 'task', pluralName: 'tasks' },
    attributes: { name: { type: 'string' } },
  }
  const { schema } = buildSchema(
    {
      'src/api/list/content-types/list/schema.json': {
        collectionName: 'lists',
        info: { singularName: 'list', pluralName: 'lists' },
        attributes: { tasks: { type: 'relation', relation: 'oneToMany', target: 'plugin::todo.task' } },
      },
      'src/extensions/todo/content-types/task/schema.json': {
        attributes: { name: { type: 'string' }, done: { type: 'boolean' } },
      },
    },
    { pluginTypes: [{ uid: 'plugin::todo.task', file: 'src/plugins/todo/strapi-server.js', content }] },
  )
  const task = schema.types.get('plugin::todo.task')!
  expect(task).toMatchObject({ tableName: 'todo_tasks', userDefined: false, pluralName: 'tasks' })
  expect([...task.attributes.keys()].slice(0, 2)).toEqual(['name', 'done'])
  expect(schema.types.get('api::list.list')!.attributes.get('tasks')).toMatchObject({ target: 'plugin::todo.task' })
})

test('oddities of real projects are accepted', () => {
  const { schema, warnings } = buildSchema({
    ...type(
      'product',
      {
        Title: { type: 'string' },
        meta_title: { type: 'string' },
        color: { type: 'enumeration', enum: ['красный', 'grün'] },
        list: { type: 'array' },
        seo: { type: 'component', component: 'links.links', displayName: 'SEO' },
      },
      { connection: 'default', options: { increments: true, timestamps: true, reviewWorkflows: false } },
    ),
    'src/components/Links/Links.json': { collectionName: 'components_links_links', attributes: {} },
  })
  expect(warnings).toEqual([])
  expect(attribute(schema, 'api::product.product', 'Title')).toMatchObject({ column: 'title' })
  expect(schema.components.get('links.links')!.tableName).toBe('components_links_links')
})
