/** What callers may see and write, asked by a project's code. */
const ARTICLE = 'api::article.article'
const USER = 'plugin::users-permissions.user'

const entry = {
  id: 1,
  title: 'T',
  secret: 'hush',
  key: '$hash',
  added: { by: 'the controller' },
  author: {
    id: 2,
    name: 'Ann',
    email: 'a@example.com',
    articles: [{ id: 1, title: 'T', secret: 's', author: { id: 2 } }],
  },
  tags: [{ id: 3, label: 'red' }],
  cover: { id: 4, name: 'p.png', folderPath: '/', url: '/uploads/p.png' },
  seo: { id: 5, metaTitle: 'M', image: { id: 6, name: 'q.png', folderPath: '/1' } },
  links: [{ id: 7, label: 'l', article: { id: 1, title: 'T', key: 'k' } }],
  blocks: [
    { __component: 'shared.quote', id: 8, text: 'q' },
    { __component: 'shared.link', id: 9, label: 'l', article: { id: 1, secret: 's' } },
  ],
  createdBy: { id: 1, firstname: 'Ada', password: 'p' },
  updatedBy: null,
  createdAt: '2020-01-01T00:00:00.000Z',
}

const asked = {
  filters: {
    $or: [{ title: { $eq: 'x' } }, { secret: 's' }, { author: { name: 'Ann', nothing: 1 } }],
    tags: { label: 'red' },
    blocks: 1,
    key: 'k',
    id: 3,
  },
  sort: 'title:desc,secret,author.name,tags.label',
  fields: ['title', 'author', 'id'],
  populate: {
    author: {
      fields: ['name', 'nothing'],
      filters: { nothing: 1, name: 'Ann' },
      populate: { articles: { fields: ['title', 'secret'] } },
    },
    tags: true,
    createdBy: true,
    seo: { populate: { image: true } },
  },
  locale: 'en',
  pagination: { page: 1 },
  more: 'yes',
}

const some = ['api::author.author.find', 'api::article.article.find']

module.exports = [
  ['output: nobody in particular', s => s.sanitize.contentAPI.output(entry, s.getModel(ARTICLE))],
  [
    'output: list',
    s => s.sanitize.contentAPI.output([entry, { id: 2, secret: 's' }], s.getModel(ARTICLE), { auth: s.authOf([]) }),
  ],
  ['output: some rights', s => s.sanitize.contentAPI.output(entry, s.getModel(ARTICLE), { auth: s.authOf(some) })],
  [
    'output: user',
    s =>
      s.sanitize.contentAPI.output(
        {
          id: 1,
          username: 'u',
          email: 'e',
          password: 'p',
          resetPasswordToken: 'r',
          confirmationToken: 'c',
          role: { id: 1, name: 'R', users: [{ id: 1 }] },
        },
        s.getModel(USER),
        { auth: s.authOf([]) },
      ),
  ],
  ['output: nothing', s => s.sanitize.contentAPI.output(null, s.getModel(ARTICLE))],
  ['output: no model', s => s.sanitize.contentAPI.output(entry, undefined).catch(() => 'refused')],
  [
    'input',
    s =>
      s.sanitize.contentAPI.input(
        {
          id: 5,
          title: 'T',
          secret: 's',
          key: 'k',
          nothing: 1,
          createdAt: 'x',
          updatedAt: 'x',
          createdBy: 1,
          author: 2,
          tags: [1],
          cover: 4,
          seo: { id: 1, metaTitle: 'M', nothing: 2 },
          links: [{ label: 'l', article: 1 }],
          blocks: [{ __component: 'shared.link', article: 1 }],
        },
        s.getModel(ARTICLE),
        { auth: s.authOf(['api::author.author.find']) },
      ),
  ],
  [
    'input: nobody in particular',
    s => s.sanitize.contentAPI.input({ title: 'T', author: 2, tags: { connect: [1] } }, s.getModel(ARTICLE)),
  ],
  ['query', s => s.sanitize.contentAPI.query(asked, s.getModel(ARTICLE), { auth: s.authOf(some) })],
  ['query: nobody in particular', s => s.sanitize.contentAPI.query(asked, s.getModel(ARTICLE))],
  [
    'query: everything',
    s => s.sanitize.contentAPI.query({ populate: '*', fields: '*' }, s.getModel(ARTICLE), { auth: s.authOf(some) }),
  ],
  [
    'query: lists',
    s =>
      s.sanitize.contentAPI.query(
        {
          populate: ['author', 'tags', 'author.articles'],
          fields: 'title',
          sort: ['title', 'secret'],
        },
        s.getModel(ARTICLE),
        { auth: s.authOf(some) },
      ),
  ],
  [
    'validate: right',
    s =>
      s.validate.contentAPI.query(
        { filters: { title: 'x', author: { name: 'y' } }, sort: 'title', fields: ['title'] },
        s.getModel(ARTICLE),
        { auth: s.authOf(some) },
      ),
  ],
  [
    'validate: unknown filter',
    s => s.validate.contentAPI.query({ filters: { nothing: 1 } }, s.getModel(ARTICLE), { auth: s.authOf(some) }),
  ],
  [
    'validate: private filter',
    s =>
      s.validate.contentAPI.query({ filters: { $and: [{ secret: 1 }] } }, s.getModel(ARTICLE), {
        auth: s.authOf(some),
      }),
  ],
  [
    'validate: private sort',
    s => s.validate.contentAPI.query({ sort: 'secret' }, s.getModel(ARTICLE), { auth: s.authOf(some) }),
  ],
  [
    'validate: private field',
    s => s.validate.contentAPI.query({ fields: ['secret'] }, s.getModel(ARTICLE), { auth: s.authOf(some) }),
  ],
  [
    'validate: relation without right',
    s =>
      s.validate.contentAPI.query({ filters: { tags: { label: 'x' } } }, s.getModel(ARTICLE), { auth: s.authOf(some) }),
  ],
  ['transform: entry', s => s.transform(entry, { a: 1 }, s.getModel(ARTICLE))],
  [
    'transform: list',
    s =>
      s.transform(
        [{ id: 1, title: 'T', tags: [], author: null, links: [], blocks: [] }],
        undefined,
        s.getModel(ARTICLE),
      ),
  ],
  ['transform: nothing', s => s.transform(null, {}, s.getModel(ARTICLE))],
]
