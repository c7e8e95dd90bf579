// A sequence of writes on the recorded project: asked of a real Strapi once (scripts/strapi-peer/record-writes.mjs), and
// of our server in every test run. Each step builds on the ones before it.

const tags = 'populate[tags][fields][0]=name&fields[0]=title'
const author = 'populate[author][fields][0]=name&fields[0]=title'
const seo = 'populate[seo][populate]=*&fields[0]=title'
const blocks = 'populate[blocks][populate]=*&fields[0]=title'

const post = (path, data, as = 'full') => ({ method: 'POST', path: `/api/${path}`, body: { data }, as })
const put = (path, data) => ({ method: 'PUT', path: `/api/${path}`, body: { data }, as: 'full' })
const remove = path => ({ method: 'DELETE', path: `/api/${path}`, as: 'full' })
const get = path => ({ method: 'GET', path: `/api/${path}`, as: 'full' })

/** `{ method, path, body?, as? }`; `as` names a credential of the recorded content. */
export const SEQUENCE = [
  // Bodies that are refused
  post('articles', { title: 'x' }, null),
  { method: 'POST', path: '/api/articles', body: {}, as: 'full' },
  { method: 'POST', path: '/api/articles', body: { data: 'x' }, as: 'full' },
  { method: 'POST', path: '/api/articles', as: 'full' },
  post('articles', { summary: 'no title' }),
  post('articles', { title: 'dup', slug: 'en-article-1' }),
  post('articles', { title: 'e', kind: 'zzz' }),
  post('articles', { title: 5, rank: 'abc', contactEmail: 'nomail', featured: 'maybe' }),
  post('articles', { title: 'x'.repeat(201) }),
  post('articles', { title: 'r3', author: 9999 }),
  post('articles', { title: 'c', seo: { metaDescription: 'no metaTitle' } }),
  post('articles', { title: 'c', blocks: [{ text: 'a' }] }),
  post('articles', { title: 'd', eventDate: 'x' }),
  post('articles', { title: 'd', eventAt: 'x' }),
  post('articles', { title: 'd', eventTime: 'x' }),
  post('articles', { title: 'l', locale: 'xx' }),
  post('articles', { title: 'n', links: null }),
  post('articles', { title: 'n', slug: 'not a slug!' }),
  post('authors', { name: 'dup', email: 'a1@example.test' }),
  put('articles/1', { title: null }),
  put('articles/1', { tags: { connect: [{ id: 1, position: { before: 99 } }] } }),
  put('articles/99999', { title: 'x' }),
  { method: 'PUT', path: '/api/articles/1', body: {}, as: 'full' },
  remove('articles/99999'),
  post('comments', { content: 'x' }, 'read'),
  // Created
  post('articles', { summary: 'draft', publishedAt: null }),
  post('articles', { title: 'New one' }),
  post('articles', { title: 'u', nope: 1 }),
  post('articles', { title: 'forced', id: 999, createdAt: '2000-01-01T00:00:00.000Z', createdBy: 1 }),
  post('articles', {
    title: 'all scalars',
    summary: 's',
    body: '# b',
    content: [{ type: 'paragraph', children: [{ type: 'text', text: 'block' }] }],
    kind: 'news',
    contactEmail: 'a@example.test',
    slug: 'all-scalars',
    eventDate: '2024-02-29',
    eventTime: '13:14:15.016',
    eventAt: '2024-02-29T13:14:15.016Z',
    stampAt: '2024-02-29T13:14:15.016Z',
    rank: '7',
    views: '123456789012',
    rating: 1.25,
    price: 9.99,
    featured: 'true',
    metadata: { b: 1, a: [true, null] },
    publishedAt: '2024-03-01T00:00:00.000Z',
  }),
  post(
    `articles?${tags}&populate[author][fields][0]=name&populate[cover][fields][0]=url&populate[seo]=true&populate[blocks][populate]=*`,
    {
      title: 'r2',
      author: 1,
      tags: [3, 1, { id: 2 }],
      cover: 2,
      seo: { metaTitle: 'T' },
      blocks: [
        { __component: 'blocks.quote', text: 'q' },
        { __component: 'blocks.cta', heading: 'h', links: [{ label: 'l' }] },
      ],
    },
  ),
  post(`articles?${tags}`, { title: 'r4', tags: { connect: [5, { id: 6 }, { id: 1, position: { before: 5 } }] } }),
  post(`articles?${tags}`, { title: 'r5', tags: { set: [{ id: 2 }, 1] } }),
  post('articles', { title: 'fr only', locale: 'fr' }),
  post('articles?locale=fr&fields[0]=locale', { title: 'fr2' }),
  post('comments?populate=*', { content: 'hi', article: 3, author: 1 }),
  // Relations changed
  put(`articles/1?${tags}`, { tags: { connect: [{ id: 9 }, 7] } }),
  put(`articles/1?${tags}`, {
    tags: {
      connect: [
        { id: 10, position: { before: 5 } },
        { id: 3, position: { start: true } },
      ],
    },
  }),
  put(`articles/1?${tags}`, { tags: { connect: [{ id: 2, position: { end: true } }] } }),
  put(`articles/1?${tags}`, {
    tags: {
      connect: [
        { id: 6, position: { after: 10 } },
        { id: 1, position: { after: 6 } },
      ],
    },
  }),
  put(`articles/1?${tags}`, { tags: { connect: [{ id: 4, position: { before: 99 } }], options: { strict: false } } }),
  put(`articles/1?${tags}`, { tags: { disconnect: [{ id: 9 }, 5] } }),
  put(`articles/1?${tags}`, { tags: { connect: [3], disconnect: [3, 7] } }),
  put(`articles/1?${tags}`, { tags: [1, 2] }),
  put(`articles/1?${tags}`, { tags: [] }),
  put(`articles/1?${tags}`, { tags: [4, 5, 6] }),
  put(`articles/1?${tags}`, { tags: null }),
  put(`articles/1?${author}`, { author: { connect: [4] } }),
  put(`articles/1?${author}`, { author: { connect: [5] } }),
  put(`articles/1?${author}`, { author: { disconnect: [5] } }),
  put(`articles/1?${author}`, { author: [2, 3] }),
  put(`articles/1?${author}`, { author: null }),
  get('authors/3?populate[articles][fields][0]=title&fields[0]=name'),
  put('authors/3?populate[articles][fields][0]=title&fields[0]=name', { articles: { connect: [1, 2] } }),
  put('authors/3?populate[articles][fields][0]=title&fields[0]=name', { articles: [2, 3, 5] }),
  get(`articles/1?${author}`),
  put('articles/1?populate[page][fields][0]=title&fields[0]=title', { page: 2 }),
  put('pages/2?populate[article][fields][0]=title&fields[0]=title', { article: 3 }),
  get('articles/1?populate[page][fields][0]=title&fields[0]=title'),
  put('articles/1?populate[related][fields][0]=title&populate[relatedFrom][fields][0]=title&fields[0]=title', {
    related: [2, 1, 3],
  }),
  put('articles/2?populate[related][fields][0]=title&populate[relatedFrom][fields][0]=title&fields[0]=title', {
    relatedFrom: { connect: [5] },
  }),
  put('categories/1?populate[children][fields][0]=name&populate[parent][fields][0]=name&fields[0]=name', {
    children: [3, 2],
    parent: 4,
  }),
  put('bundles/1?populate=*', { items: [5, 1], labels: { connect: [3] }, primary: 2, mainTag: null }),
  put('articles/1?populate[gallery][fields][0]=name&populate[cover][fields][0]=name&fields[0]=title', {
    gallery: [3, 1, 2],
    cover: { id: 5 },
  }),
  put('articles/1?populate[gallery][fields][0]=name&populate[cover][fields][0]=name&fields[0]=title', {
    gallery: { set: [2] },
    cover: null,
  }),
  // Components and zones changed
  put(`articles/1?${seo}`, { seo: { metaTitle: 'replaced' } }),
  put(`articles/2?${seo}`, { seo: { id: 10, metaTitle: 'patched' } }),
  put(`articles/2?${seo}`, {
    seo: {
      id: 10,
      metaSocial: [
        { socialNetwork: 'Twitter', title: 'one' },
        { socialNetwork: 'Facebook', title: 'two' },
      ],
    },
  }),
  put(`articles/1?${seo}`, { seo: { id: 10, metaTitle: 'stolen' } }),
  put(`articles/1?${seo}`, { seo: null }),
  put('articles/1?populate[links]=true&fields[0]=title', { links: [{ label: 'a' }, { label: 'b', weight: 2 }] }),
  put('articles/1?populate[links]=true&fields[0]=title', { links: [] }),
  put(`articles/1?${blocks}`, {
    blocks: [
      { __component: 'blocks.quote', text: 'only' },
      { __component: 'blocks.author-card', caption: 'c', author: 2, articles: [3, 1] },
    ],
  }),
  put(`articles/1?${blocks}`, { blocks: [{ __component: 'blocks.cta', heading: 'h', link: { label: 'x' } }] }),
  // Publication, locales, shared attributes
  put('articles/2?fields[0]=title&fields[1]=publishedAt', { publishedAt: null }),
  put('articles/2?fields[0]=title&fields[1]=publishedAt', { publishedAt: '2024-01-01T00:00:00.000Z' }),
  { method: 'POST', path: '/api/articles/3/localizations', body: { title: 'drei', locale: 'de' }, as: 'full' },
  { method: 'POST', path: '/api/articles/3/localizations', body: { title: 'drei', locale: 'de' }, as: 'full' },
  { method: 'POST', path: '/api/articles/3/localizations', body: { title: 'x' }, as: 'full' },
  { method: 'POST', path: '/api/articles/3/localizations', body: { title: 'x', locale: 'xx' }, as: 'full' },
  { method: 'POST', path: '/api/articles/99999/localizations', body: { title: 'x', locale: 'de' }, as: 'full' },
  get('articles/3?populate[localizations][fields][0]=locale&fields[0]=title'),
  put('articles/1?locale=fr&fields[0]=title', { title: 'still en' }),
  put('articles/1?fields[0]=title', { accessCode: 'Newpass1', internalNote: 'n' }),
  // Single types
  put('setting', { siteName: 'S', contact: { label: 'c' } }),
  put('setting?populate=*', { siteName: 'S2' }),
  get('setting?populate=*'),
  remove('setting'),
  remove('setting'),
  put('homepage?locale=de', { title: 'Heim' }),
  put('homepage?populate[blocks]=true', { title: 'Home', blocks: [{ __component: 'blocks.hero', title: 'hero' }] }),
  // Deleted
  remove('articles/2?populate[author][fields][0]=name&fields[0]=title'),
  remove('articles/2'),
  get('comments?populate[article][fields][0]=title&fields[0]=content&pagination[pageSize]=100&sort=id'),
  get(`tags/2?populate[articles][fields][0]=title&fields[0]=name`),
  { method: 'PATCH', path: '/api/articles/1', body: { data: {} }, as: 'full' },
  { method: 'POST', path: '/api/articles/1', body: { data: {} }, as: 'full' },
]
