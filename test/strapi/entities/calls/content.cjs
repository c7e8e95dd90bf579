/** Calls of a project's code, in this order, on an empty database. A real Strapi and Populus answer the same. */
const ARTICLE = 'api::article.article'
const AUTHOR = 'api::author.author'
const TAG = 'api::tag.tag'
const PAGE = 'api::page.page'
const HOME = 'api::home.home'
const FILE = 'plugin::upload.file'
const USER = 'plugin::users-permissions.user'

const picture = number => ({
  name: `p${number}.png`,
  hash: `p${number}`,
  ext: '.png',
  mime: 'image/png',
  size: number,
  url: `/uploads/p${number}.png`,
  provider: 'local',
  folderPath: '/',
})

/** What listeners are shown. */
const seen = []
const note = ({ action, model, params, result }) =>
  seen.push(JSON.parse(JSON.stringify({ action, model: model.uid, table: model.tableName, params, result })))
const taken = () => seen.splice(0)

module.exports = [
  ['author: create', s => s.entityService.create(AUTHOR, { data: { name: 'Ann', email: 'ann@example.com' } })],
  [
    'author: create another',
    s => s.entityService.create(AUTHOR, { data: { name: 'Bob', email: 'bob@example.com' }, fields: ['name'] }),
  ],
  ['author: unique', s => s.entityService.create(AUTHOR, { data: { name: 'Ann', email: 'ann@example.com' } })],
  ['author: not an address', s => s.entityService.create(AUTHOR, { data: { name: 'X', email: 'nobody' } })],
  [
    'tags',
    s =>
      Promise.all([]).then(async () => [
        await s.entityService.create(TAG, { data: { label: 'red' } }),
        await s.entityService.create(TAG, { data: { label: 'green' } }),
        await s.db.query(TAG).create({ data: { label: 'blue' } }),
      ]),
  ],
  [
    'files',
    async s => [
      await s.db.query(FILE).create({ data: picture(1), select: ['name', 'url'] }),
      await s.db.query(FILE).create({ data: picture(2), select: ['id', 'name'] }),
    ],
  ],
  ['article: create a draft', s => s.entityService.create(ARTICLE, { data: { title: 'Draft' } })],
  [
    'article: create with everything',
    s =>
      s.entityService.create(ARTICLE, {
        data: {
          title: 'Full',
          slug: 'full',
          body: '# Full',
          views: 3,
          rating: 4.5,
          big: '9007199254740991',
          day: '2024-02-29',
          at: new Date('2024-05-06T07:08:09.010Z'),
          flag: true,
          meta: { a: [1, { b: null }] },
          mood: 'wild',
          secret: 'hush',
          key: 'Secret123',
          author: 1,
          tags: [2, 1],
          cover: 1,
          pictures: [2, 1],
          seo: { metaTitle: 'Seo', image: 2 },
          links: [{ label: 'one', article: 1 }, { label: 'two' }],
          blocks: [
            { __component: 'shared.quote', text: 'to be' },
            { __component: 'shared.link', label: 'three', article: 1 },
          ],
          publishedAt: new Date('2024-01-01T00:00:00.000Z'),
        },
        populate: {
          author: true,
          tags: { fields: ['label'], sort: 'label' },
          cover: { fields: ['name'] },
          seo: true,
          links: { populate: ['article'] },
          blocks: true,
        },
      }),
  ],
  ['article: required when published', s => s.entityService.create(ARTICLE, { data: { publishedAt: new Date() } })],
  ['article: wrong values', s => s.entityService.create(ARTICLE, { data: { title: 5, mood: 'odd', views: 'many' } })],
  ['article: related entry missing', s => s.entityService.create(ARTICLE, { data: { title: 'x', author: 99 } })],
  ['findMany', s => s.entityService.findMany(ARTICLE)],
  ['findMany: everything', s => s.entityService.findMany(ARTICLE, { populate: '*', sort: 'id:desc' })],
  [
    'findMany: deep',
    s =>
      s.entityService.findMany(ARTICLE, {
        fields: ['title'],
        populate: ['author.articles', 'seo.image', 'links'],
        filters: { title: { $contains: 'ul' } },
      }),
  ],
  [
    'findMany: live',
    s =>
      s.entityService.findMany(ARTICLE, {
        fields: 'title',
        publicationState: 'live',
        populate: { tags: { populate: { articles: { fields: ['title'] } } } },
      }),
  ],
  [
    'findMany: zone by component',
    s =>
      s.entityService.findMany(ARTICLE, {
        fields: ['id'],
        populate: { blocks: { on: { 'shared.link': { populate: { article: { fields: ['title'] } } } } } },
        filters: { id: 2 },
      }),
  ],
  [
    'findMany: filters',
    s =>
      s.entityService.findMany(ARTICLE, {
        fields: ['title'],
        filters: { $or: [{ author: { name: { $eq: 'Ann' } } }, { views: { $gt: 10 } }], $not: { flag: false } },
      }),
  ],
  [
    'findMany: unknown filter is passed over',
    s => s.entityService.findMany(ARTICLE, { fields: ['title'], filters: { nothing: 1, key: 'x' } }),
  ],
  ['findMany: page', s => s.entityService.findMany(TAG, { start: 1, limit: 1, sort: { label: 'desc' } })],
  ['findMany: search', s => s.entityService.findMany(TAG, { _q: 'gre' })],
  ['findMany: counts', s => s.entityService.findMany(AUTHOR, { populate: { articles: { count: true } } })],
  ['findMany: bad limit', s => s.entityService.findMany(TAG, { limit: 'x' })],
  ['findPage', s => s.entityService.findPage(TAG, { page: 2, pageSize: 2, fields: ['label'] })],
  ['count', s => s.entityService.count(ARTICLE, { filters: { flag: true } })],
  [
    'findOne',
    s =>
      s.entityService.findOne(ARTICLE, 2, { fields: ['title', 'secret'], populate: { author: { fields: ['email'] } } }),
  ],
  ['findOne: nothing', s => s.entityService.findOne(ARTICLE, 99)],
  ['load', s => s.entityService.load(ARTICLE, { id: 2 }, 'tags', { sort: 'label:desc' })],
  [
    'update',
    s =>
      s.entityService.update(ARTICLE, 2, {
        data: {
          title: 'Changed',
          tags: { connect: [3], disconnect: [1] },
          links: [{ label: 'four' }],
          seo: { metaTitle: 'New' },
        },
        populate: ['tags', 'links', 'seo'],
      }),
  ],
  ['update: nothing there', s => s.entityService.update(ARTICLE, 99, { data: { title: 'x' } })],
  ['update: wrong', s => s.entityService.update(ARTICLE, 2, { data: { mood: 'odd' } })],
  ['home: nothing', s => s.entityService.findMany(HOME)],
  [
    'home',
    async s => [
      await s.entityService.create(HOME, { data: { headline: 'Hi' } }),
      await s.entityService.findMany(HOME, { fields: ['headline'] }),
    ],
  ],
  ['page: default locale', s => s.entityService.create(PAGE, { data: { title: 'One', code: 'a' } })],
  [
    'page: other locale',
    async s => {
      await s.db.query('plugin::i18n.locale').create({ data: { code: 'de', name: 'German (de)' } })
      return s.entityService.create(PAGE, {
        data: { title: 'Eins', code: 'b', locale: 'de', localizations: [1] },
        populate: { localizations: { fields: ['title'] } },
      })
    },
  ],
  ['page: unknown locale', s => s.entityService.create(PAGE, { data: { title: 'Un', locale: 'fr' } })],
  [
    'page: lists',
    async s => ({
      own: await s.entityService.findMany(PAGE),
      german: await s.entityService.findMany(PAGE, { locale: 'de', populate: ['localizations'] }),
      all: await s.entityService.findMany(PAGE, { locale: 'all', fields: ['title', 'code'] }),
      count: await s.entityService.count(PAGE),
    }),
  ],
  ['db: findOne', s => s.db.query(AUTHOR).findOne({ where: { email: 'bob@example.com' } })],
  ['db: select without id', s => s.db.query(AUTHOR).findOne({ select: ['name'], where: { id: { $in: [1, 5] } } })],
  [
    'db: select and populate',
    s =>
      s.db.query(ARTICLE).findOne({
        select: ['title'],
        where: { slug: 'full' },
        populate: { author: { select: ['name'] }, tags: true },
      }),
  ],
  [
    'db: findMany',
    s =>
      s.db
        .query(TAG)
        .findMany({ where: { $or: [{ label: 'red' }, { label: { $startsWith: 'bl' } }] }, orderBy: { label: 'desc' } }),
  ],
  [
    'db: relations in where',
    s => s.db.query(TAG).findMany({ where: { articles: { author: { name: 'Ann' } } }, orderBy: ['label'] }),
  ],
  ['db: relation by id', s => s.db.query(ARTICLE).findMany({ select: ['id', 'title'], where: { author: 1 } })],
  [
    'db: null and not null',
    s => s.db.query(ARTICLE).findMany({ select: ['title'], where: { publishedAt: null, rating: { $null: true } } }),
  ],
  [
    'db: column name',
    s => s.db.query(ARTICLE).findMany({ select: ['id'], where: { published_at: { $notNull: true } } }),
  ],
  [
    'db: order by relation, page',
    s =>
      s.db.query(ARTICLE).findMany({
        select: ['id', 'title'],
        where: { author: { id: { $notNull: true } } },
        orderBy: [{ author: { name: 'asc' } }, { id: 'desc' }],
        offset: 1,
        limit: 5,
      }),
  ],
  ['db: populate everything', s => s.db.query(ARTICLE).findOne({ select: ['id'], where: { id: 1 }, populate: true })],
  [
    'db: populate paths',
    s => s.db.query(AUTHOR).findMany({ select: ['id', 'name'], populate: ['articles', 'articles.tags'] }),
  ],
  ['db: empty list', s => s.db.query(TAG).findMany({ where: { id: { $in: [] } } })],
  ['db: not in', s => s.db.query(TAG).findMany({ where: { id: { $notIn: [1, 2] } } })],
  ['db: findWithCount', s => s.db.query(TAG).findWithCount({ limit: 1, orderBy: 'id' })],
  ['db: count', s => s.db.query(TAG).count({ where: { label: { $contains: 'e' } } })],
  [
    'db: create without rules',
    s =>
      s.db.query(ARTICLE).create({
        data: {
          body: 'no title',
          key: 'plain',
          author: 2,
          tags: [1],
          createdAt: new Date('2020-01-02T03:04:05.000Z'),
        },
        populate: ['author', 'tags'],
      }),
  ],
  ['db: create without data', s => s.db.query(TAG).create({})],
  [
    'db: update',
    s =>
      s.db
        .query(AUTHOR)
        .update({ where: { name: 'Bob' }, data: { name: 'Rob', articles: { connect: [1] } }, populate: ['articles'] }),
  ],
  ['db: update nothing', s => s.db.query(AUTHOR).update({ where: { id: 99 }, data: { name: 'x' } })],
  ['db: update everything by mistake', s => s.db.query(AUTHOR).update({ where: {}, data: { name: 'x' } })],
  ['db: createMany', s => s.db.query(TAG).createMany({ data: [{ label: 'm1' }, { label: 'm2' }] })],
  [
    'db: updateMany',
    async s => [
      await s.db.query(TAG).updateMany({ where: { label: { $startsWith: 'm' } }, data: { label: 'm' } }),
      await s.db.query(TAG).findMany({ select: ['label'], where: { label: 'm' } }),
    ],
  ],
  ['db: delete', s => s.db.query(TAG).delete({ where: { id: 4 } })],
  ['db: delete nothing', s => s.db.query(TAG).delete({ where: { id: 4 } })],
  ['db: deleteMany', s => s.db.query(TAG).deleteMany({ where: { label: 'm' } })],
  ['db: load', s => s.db.query(AUTHOR).load({ id: 1 }, 'articles', { select: ['id', 'title'] })],
  [
    'db: user with role',
    async s => {
      const role = await s.db
        .query('plugin::users-permissions.role')
        .findOne({ where: { type: 'authenticated' }, select: ['id', 'name', 'type'] })
      const user = await s.entityService.create(USER, {
        data: {
          username: 'kim',
          email: 'kim@example.com',
          password: 'Passw0rd',
          provider: 'local',
          confirmed: true,
          role: role.id,
        },
        populate: { role: { fields: ['type'] } },
      })
      return { role: role.type, user }
    },
  ],
  [
    'events: subscribe',
    s => {
      for (const models of [[TAG], [AUTHOR]])
        s.db.lifecycles.subscribe({
          models,
          beforeCreate: event => {
            note(event)
            event.state.from = event.params.data.label
          },
          afterCreate: event => {
            note(event)
            seen.push({ state: event.state })
          },
          beforeUpdate: note,
          afterUpdate: note,
          beforeDelete: note,
          afterDelete: note,
          beforeFindOne: note,
          afterFindOne: note,
          beforeFindMany: note,
          afterFindMany: note,
          beforeCount: note,
          afterCount: note,
          beforeCreateMany: note,
          afterCreateMany: note,
          beforeUpdateMany: note,
          afterUpdateMany: note,
          beforeDeleteMany: note,
          afterDeleteMany: note,
        })
    },
  ],
  [
    'events: create',
    async s => {
      await s.entityService.create(TAG, { data: { label: 'ev' }, fields: ['label'] })
      return taken()
    },
  ],
  [
    'events: update',
    async s => {
      await s.entityService.update(TAG, 1, { data: { label: 'ev2' } })
      return taken()
    },
  ],
  [
    'events: delete',
    async s => {
      await s.entityService.delete(TAG, 3)
      return taken()
    },
  ],
  [
    'events: findMany',
    async s => {
      await s.entityService.findMany(TAG, {
        filters: { label: { $eq: 'green' } },
        sort: 'label:desc',
        start: 0,
        limit: 2,
        populate: { articles: { fields: ['title'] } },
      })
      return taken()
    },
  ],
  [
    'events: count',
    async s => {
      await s.entityService.count(TAG)
      return taken()
    },
  ],
  [
    'events: db create',
    async s => {
      await s.db.query(TAG).create({ data: { label: 'raw' } })
      return taken()
    },
  ],
  [
    'events: db update',
    async s => {
      await s.db.query(TAG).update({ where: { label: 'raw' }, data: { label: 'raw2' } })
      return taken()
    },
  ],
  [
    'events: db many',
    async s => {
      await s.db.query(TAG).createMany({ data: [{ label: 'q' }] })
      await s.db.query(TAG).updateMany({ where: { label: 'q' }, data: { label: 'qq' } })
      await s.db.query(TAG).deleteMany({ where: { label: 'qq' } })
      return taken()
    },
  ],
  [
    'events: change what is stored',
    async s => {
      const off = s.db.lifecycles.subscribe({
        models: [AUTHOR],
        beforeCreate: ({ params }) => {
          params.data.name = params.data.name.toUpperCase()
        },
        afterCreate: ({ result }) => {
          result.extra = 1
        },
      })
      const made = await s.entityService.create(AUTHOR, { data: { name: 'cy' } })
      off()
      taken()
      return made
    },
  ],
  [
    'events: refuse',
    async s => {
      const off = s.db.lifecycles.subscribe({
        models: [AUTHOR],
        beforeCreate: () => {
          throw new Error('no more authors')
        },
      })
      try {
        await s.entityService.create(AUTHOR, { data: { name: 'dd' } })
      } finally {
        off()
        taken()
      }
    },
  ],
  [
    'events: read changed',
    async s => {
      const off = s.db.lifecycles.subscribe({
        models: [AUTHOR],
        beforeFindMany: ({ params }) => {
          params.where = { name: 'Ann' }
        },
      })
      const found = await s.entityService.findMany(AUTHOR, { fields: ['name'] })
      off()
      taken()
      return found
    },
  ],
  [
    'transaction: commit',
    async s => {
      const done = []
      const id = await s.db.transaction(async ({ onCommit }) => {
        onCommit(() => done.push('committed'))
        const { id } = await s.entityService.create(AUTHOR, { data: { name: 'Tr' } })
        await s.db.query(AUTHOR).update({ where: { id }, data: { name: 'Tx' } })
        return id
      })
      taken()
      return { done, author: await s.entityService.findOne(AUTHOR, id, { fields: ['name'] }) }
    },
  ],
  [
    'transaction: roll back',
    async s => {
      const before = await s.db.query(AUTHOR).count()
      const error = await s.db
        .transaction(async () => {
          await s.entityService.create(AUTHOR, { data: { name: 'Gone' } })
          throw new Error('changed my mind')
        })
        .catch(thrown => thrown.message)
      const after = await s.db.query(AUTHOR).count()
      taken()
      return { error, same: before === after }
    },
  ],
  [
    'store',
    async s => {
      const store = s.store({ type: 'plugin', name: 'own', key: 'settings' })
      const nothing = await store.get()
      await store.set({ value: { a: 1 } })
      const found = await s.store.get({ type: 'plugin', name: 'own', key: 'settings' })
      const other = s.store({ type: 'api', name: 'x' })
      await other.set({ key: 'text', value: 'hello' })
      const text = await other.get({ key: 'text' })
      await other.delete({ key: 'text' })
      return { nothing, found, text, gone: await other.get({ key: 'text' }) }
    },
  ],
  [
    'deleteMany',
    async s => [
      await s.entityService.deleteMany(TAG, { filters: { label: 'raw2' } }),
      await s.entityService.deleteMany(TAG, { filters: { label: 'none' } }),
      taken().map(({ action }) => action),
    ],
  ],
  ['delete', s => s.entityService.delete(ARTICLE, 2, { populate: ['author'], fields: ['title'] })],
  ['delete: nothing there', s => s.entityService.delete(ARTICLE, 2)],
]
