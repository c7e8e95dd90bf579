// What links to articles, single types, and rows that are hard to copy.
const PUBLISHED = '2023-01-01T00:00:00.000Z'

exports.makeRest = async (world, zoneOf) => {
  await makeComments(world)
  await makeBundles(world)
  await makePins(world)
  const { create, file, arts } = world
  const home = await create('homepage', {
    title: 'Home',
    intro: 'Welcome',
    locale: 'en',
    publishedAt: PUBLISHED,
    blocks: zoneOf(world, 5, arts.en),
    seo: { metaTitle: 'Home seo', metaSocial: [{ socialNetwork: 'Facebook', title: 'home', image: file(2) }] },
    featured: [arts.en[8], arts.en[2], arts.en[5]],
  })
  const french = { title: 'Accueil', intro: null, locale: 'fr', publishedAt: PUBLISHED, localizations: [home] }
  await create('homepage', { ...french, blocks: [], seo: null, featured: [] })
}

async function makeComments({ create, authors, arts }) {
  for (let n = 1; n <= 60; n++) {
    const article = n % 3 === 0 ? arts.fr[(n * 3) % 34] : arts.en[(n * 3) % 20]
    await create('comment', {
      content: `Comment ${n}`,
      stars: n % 6 === 0 ? null : n % 6,
      approved: [true, false, null][n % 3],
      article: n % 10 === 0 ? null : article,
      author: n % 7 ? authors[n % 12] : null,
    })
  }
}

async function makeBundles({ create, tags, file, arts }) {
  for (let n = 1; n <= 6; n++) {
    await create('bundle', {
      name: `Bundle ${n}`,
      primary: n === 2 ? null : arts.en[n * 4 - 1],
      items: n === 3 ? [] : [arts.en[n + 10], arts.en[n], arts.en[3], arts.fr[1]],
      mainTag: n === 4 ? null : tags[n],
      labels: [tags[n + 2], tags[n], tags[3]].slice(0, n % 4),
      attachment: n % 2 ? file(7) : null,
      publishedAt: n === 6 ? null : PUBLISHED,
    })
  }
}

async function makePins({ create, tags, authors, secrets, arts }) {
  const tag = at => ({ __type: 'api::tag.tag', id: tags[at] })
  const secret = { __type: 'api::secret.secret', id: secrets[0] }
  const author = { __type: 'api::author.author', id: authors[0] }
  const article = { __type: 'api::article.article', id: arts.en[0] }
  await create('pin', { name: 'Pin 1', subject: tag(0), subjects: [tag(1), author, article] })
  await create('pin', { name: 'Pin 2', subject: secret, subjects: [secret, tag(0)] })
  await create('pin', { name: 'Pin 3' })
}

exports.makeOddities = async ({ strapi, create, tags, arts }) => {
  const fox = await create('article', {
    title: '🦊 Füchse & "Quotes" \\ 日本',
    summary: 'line 1\nline 2\t€ 𝄞',
    body: '  ',
    kind: 'news',
    slug: 'foxes',
    eventDate: '2024-02-29',
    eventTime: '23:59:59.999',
    // The clock of New York skips an hour before this one, and shows the next one twice.
    eventAt: '2023-03-12T07:30:15.001Z',
    stampAt: '2023-11-05T05:30:00.005Z',
    rank: -7,
    views: '9223372036854775807',
    rating: 0.1,
    price: 12345678.99,
    featured: false,
    metadata: { z: 1, a: { 2: 'two', 10: 'ten', b: [null, true, 1.5e300, 'é'] }, empty: {} },
    tags: [tags[4], tags[0], tags[6]],
    locale: 'en',
    publishedAt: '2023-01-02T03:04:05.006Z',
  })
  const { connection } = strapi.db
  const times = { created_at: new Date('2023-11-05T05:30:00.007Z'), updated_at: new Date('2023-07-01T12:00:00Z') }
  await connection('articles').where({ id: fox }).update(times)
  // Links that a Strapi of before 4.6 made have no order.
  await connection('bundles_items_links').where({ bundle_id: 2 }).update({ article_order: null })
  await strapi.entityService.delete('api::article.article', arts.en[2])
  await strapi.webhookStore.createWebhook({
    name: 'hook',
    url: 'https://example.test/hook',
    headers: { 'X-Key': 'v' },
    events: ['entry.create'],
    isEnabled: true,
  })
}
