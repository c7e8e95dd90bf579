/** A project in which everybody may write everything that is not on the shelf `closed`, and nothing in German. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../../support/databases.ts'

const type = (name: string, attributes: object, options: object = {}) => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes: { title: LOCALIZED, shelf: LOCALIZED, ...attributes },
    ...options,
  },
})

const LOCALIZED = { type: 'string', pluginOptions: { i18n: { localized: true } } }
const TRANSLATED = { pluginOptions: { i18n: { localized: true } } }

const toChild = (relation: string, target: string, mappedBy: string) => ({
  type: 'relation',
  relation,
  target,
  mappedBy,
})
const toOrder = (relation: string, inversedBy: string) => ({
  ...{ type: 'relation', relation, target: 'api::order.order', inversedBy },
})

const MODELS = {
  ...type(
    'page',
    {
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
      cover: { type: 'media', multiple: false, allowedTypes: ['images'], ...TRANSLATED },
      stock: { type: 'integer' },
      photo: { type: 'media', multiple: false, allowedTypes: ['images'] },
    },
    TRANSLATED,
  ),
  ...type('tag', {}),
  ...type('memo', {}, { options: { draftAndPublish: true } }),
  ...type('comment', {
    subject: { type: 'relation', relation: 'morphToOne' },
    subjects: { type: 'relation', relation: 'morphToMany' },
  }),
  ...type('order', {
    items: toChild('oneToMany', 'api::item.item', 'order'),
    seal: toChild('oneToOne', 'api::seal.seal', 'order'),
    parts: toChild('oneToMany', 'api::part.part', 'order'),
    remarks: { type: 'relation', relation: 'morphMany', target: 'api::remark.remark', morphBy: 'about' },
  }),
  ...type('bill', {
    remarks: { type: 'relation', relation: 'morphMany', target: 'api::remark.remark', morphBy: 'about' },
  }),
  ...type('item', { order: toOrder('manyToOne', 'items') }),
  ...type('seal', { order: toOrder('oneToOne', 'seal') }),
  ...type('part', { order: { ...toOrder('manyToOne', 'parts'), useJoinTable: false } }),
  ...type('remark', { about: { type: 'relation', relation: 'morphToOne' } }),
  ...type('front', {}, { kind: 'singleType', ...TRANSLATED }),
  ...type('back', {}, { kind: 'singleType', ...TRANSLATED }),
}

const EVERYTHING = ['read', 'create', 'update', 'delete']
const open = (named: string) => ({
  roles: ['public'],
  type: named,
  operations: EVERYTHING,
  where: { shelf: { $ne: 'closed' } },
})

const RULES = {
  pages: open('page'),
  tags: open('tag'),
  comments: open('comment'),
  orders: open('order'),
  bills: open('bill'),
  front: open('front'),
  back: open('back'),
  'no-german-pages': { ...open('page'), where: { locale: { $ne: 'de' } } },
  // Drafts may be changed, but not published.
  drafts: { ...open('memo'), operations: ['create', 'update'], where: { publishedAt: { $null: true } } },
  files: { ...open('plugin::upload.file'), where: { name: { $not: { $startsWith: 'closed' } } } },
}

const file = (name: string, mime: string) => ({
  $key: name,
  name,
  hash: name.replace('.', '_'),
  ext: name.slice(name.indexOf('.')),
  mime,
  size: 1,
  url: `/uploads/${name}`,
  provider: 'local',
  folderPath: '/',
})
const on = (shelf: string) => ({ title: shelf, shelf })
const actions = (name: string, ...more: readonly string[]) =>
  ['find', 'findOne', 'create', 'update', 'delete', ...more].map(action => `api::${name}.${name}.${action}`)

/** The first one belongs to something closed, the second one to something open, the third one to nothing. */
const OWNED = [
  { ...on('open'), order: '@order/closed' },
  { ...on('open'), order: '@order/other' },
  { ...on('open'), order: null },
]

/** What has an even id is closed. */
const CONTENT = {
  locales: ['en', 'fr', 'de'].map(code => ({ code, name: code })),
  files: [file('open.png', 'image/png'), file('closed.pdf', 'application/pdf')],
  tag: [{ $key: 'open', ...on('open') }, { $key: 'closed', ...on('closed') }, on('open')],
  page: [
    { $key: 'open', ...on('open'), tags: ['@tag/open', '@tag/closed'], cover: '@file/open.png' },
    { $key: 'closed', ...on('closed') },
    { $key: 'other', ...on('open') },
    { ...on('open'), locale: 'de', translationOf: 'open' },
  ],
  memo: [{ ...on('open') }, { ...on('open'), publishedAt: null }],
  order: [
    { $key: 'open', ...on('open') },
    { $key: 'closed', ...on('closed') },
    { $key: 'other', ...on('open') },
  ],
  bill: [on('open'), on('closed')],
  item: OWNED,
  seal: OWNED,
  part: OWNED,
  remark: OWNED.map(({ order: _, ...rest }) => rest),
  front: [on('closed')],
  permissions: {
    public: [
      ...actions('page', 'createLocalization'),
      ...['tag', 'memo', 'comment', 'order', 'bill', 'item', 'seal', 'part', 'remark'].flatMap(name => actions(name)),
      ...['front', 'back'].flatMap(name => actions(name)),
      ...['upload', 'find', 'destroy'].map(action => `plugin::upload.content-api.${action}`),
    ],
  },
}

export function writesProject(): string {
  const folder = temporaryFolder()
  const files = {
    ...MODELS,
    ...Object.fromEntries(Object.entries(RULES).map(([name, rule]) => [`rules/${name}.json`, rule])),
    ...Object.fromEntries(Object.entries(CONTENT).map(([name, rows]) => [`content/${name}.json`, rows])),
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  return folder
}
