// Articles in two languages, with every kind of attribute.
const PUBLISHED = '2023-01-01T00:00:00.000Z'
const TITLES = ['Alpha', 'beta', 'Gamma 100%', 'delta_x', 'Épsilon', 'ZETA', 'eta', "Theta's", 'iota\\', 'Kappa']
const KINDS = ['news', 'opinion', 'review', 'longread', null]

exports.makeArticles = async world => {
  world.arts = { en: [], fr: [] }
  for (let n = 1; n <= 40; n++) await make(world, n, 'en')
  for (let n = 1; n <= 34; n++) await make(world, n, 'fr')
}

async function make(world, n, locale) {
  const { create, arts } = world
  const isDraft = locale === 'en' ? n % 9 === 4 : n % 5 === 2
  const id = await create('article', {
    ...scalars(n, locale),
    ...links(world, n, locale),
    ...components(world, n, locale),
    publishedAt: isDraft ? null : PUBLISHED,
    locale,
    ...(locale === 'fr' ? { localizations: [arts.en[n - 1]] } : {}),
  })
  arts[locale].push(id)
}

const two = number => String(number).padStart(2, '0')

function scalars(n, locale) {
  const title = TITLES[(n - 1) % 10]
  return {
    title: `${title} ${n}${locale === 'en' ? '' : ' (fr)'}`,
    summary: n % 6 === 0 ? null : `Summary of ${title} number ${n}`,
    body: n % 9 === 0 ? '' : `## Body ${n}\n\nSome **text** in ${locale}.`,
    content: n % 4 ? [{ type: 'paragraph', children: [{ type: 'text', text: `Block text ${n}`, bold: true }] }] : null,
    kind: KINDS[n % 5],
    contactEmail: n % 3 ? `Contact${n}@Example.test` : null,
    accessCode: `Secret${n}`,
    slug: `${locale}-article-${n}`,
    eventDate: n % 8 ? `2022-${two((n % 12) + 1)}-${two((n % 27) + 1)}` : null,
    eventTime: n % 8 ? `${two(n % 24)}:${two((n * 7) % 60)}:30${n % 2 ? '.250' : ''}` : null,
    eventAt: n % 5 ? `2022-${two((n % 12) + 1)}-15T${two(n % 24)}:30:15.0${two(n)}Z` : null,
    stampAt: n % 5 ? `2021-06-${two((n % 28) + 1)}T12:00:00.500Z` : null,
    rank: n % 10 === 0 ? null : ((n * 13) % 20) - 3,
    views:
      n % 7 === 0
        ? null
        : (new Map([
            [5, '9007199254740993'],
            [6, '-12'],
          ]).get(n) ?? String(n * 1000)),
    rating: n % 4 === 0 ? null : n / 3,
    price: n % 6 === 0 ? null : n * 1.25 + 0.1,
    featured: [true, false, null][n % 3],
    metadata: [
      null,
      { n, tags: ['x', `y${n}`], nested: { ok: true } },
      [1, 'two', null],
      'text',
      42,
      true,
      { empty: {} },
    ][n % 7],
    internalNote: `note ${n}`,
  }
}

function links({ authors, tags, cats, pages, secrets, file, arts }, n, locale) {
  const before = arts[locale]
  const related = [before.at(-1), before[Math.floor(before.length / 2)]]
  return {
    author: n % 11 === 0 ? null : authors[(n * 5) % 12],
    tags: n % 4 ? [tags[n % 10], tags[(n + 3) % 10], tags[(n + 7) % 10]].slice(0, 1 + (n % 3)) : [],
    category: n % 5 === 0 ? null : cats[locale][n % cats[locale].length],
    page: locale === 'en' && n <= 8 && n !== 4 ? pages[n - 1] : null,
    related: before.length > 0 && n % 3 ? [...new Set(related)] : [],
    secret: n % 4 ? secrets[n % 3] : null,
    cover: n % 5 === 0 ? null : file(n),
    gallery: n % 6 === 0 ? [] : [file(n + 3), file(n + 1), file(n + 8)],
  }
}

function components(world, n, locale) {
  const { authors, file, arts } = world
  const links = [
    { label: `L${n}-b`, url: `https://b.test/${n}`, external: true, weight: 20 },
    { label: `L${n}-a`, url: null, external: false, weight: 10 },
    { label: `L${n}-c`, url: '/c', weight: null },
  ]
  const seo = {
    metaTitle: `Seo ${n} ${locale}`,
    metaDescription: n % 2 ? `Desc ${n}` : null,
    keywords: 'a,b',
    internalScore: n,
    shareImage: n % 3 ? file(n + 6) : null,
    canonicalAuthor: n % 4 ? authors[n % 12] : null,
    metaSocial: n % 5 === 0 ? [] : socialOf(n, file),
  }
  return {
    seo: n % 7 === 3 ? null : seo,
    links: n % 6 === 1 ? [] : links.slice(0, 1 + (n % 3)),
    blocks: zoneOf(world, n, arts[locale]),
  }
}

function socialOf(n, file) {
  const link = { label: 'tw', url: `/tw/${n}`, external: true, weight: 9 }
  return [
    { socialNetwork: 'Twitter', title: `tw ${n}`, description: `t desc ${n}`, image: file(n + 1), link },
    { socialNetwork: 'Facebook', title: `fb ${n}`, description: null, image: n % 2 ? file(n + 2) : null, link: null },
  ]
}

/** Three to six of seven blocks, in turns. */
function zoneOf({ authors, tags, secrets, file }, n, before) {
  if (n % 7 === 0) return []
  const all = [
    {
      __component: 'blocks.hero',
      title: `Hero ${n}`,
      subtitle: n % 2 ? `sub ${n}` : null,
      image: n % 3 ? file(n) : null,
      backgrounds: n % 4 ? [file(n + 2), file(n + 1)] : [],
    },
    {
      __component: 'blocks.quote',
      text: `Quote ${n}`,
      author: `Quoted ${n}`,
      score: n / 4,
      extra: n % 2 ? { n, deep: [1, { a: null }] } : null,
      saidAt: `2022-0${(n % 9) + 1}-03T04:05:06.007Z`,
    },
    {
      __component: 'blocks.author-card',
      caption: `Card ${n}`,
      author: n % 5 ? authors[n % 12] : null,
      articles: before.length > 2 ? [before.at(-1), before[0]] : [],
    },
    {
      __component: 'blocks.cta',
      heading: `Cta ${n}`,
      link: n % 2 ? { label: `cta ${n}`, url: `/go/${n}`, external: false, weight: n } : null,
      links: [
        { label: `z${n}`, url: '/z', weight: 2 },
        { label: `a${n}`, url: '/a', weight: 1, external: true },
      ],
    },
    {
      __component: 'blocks.gallery',
      title: `Gal ${n}`,
      images: [file(n + 4), file(n), file(n + 7)],
      tags: [tags[n % 10], tags[(n + 4) % 10]],
    },
    {
      __component: 'blocks.secret-ref',
      label: `Ref ${n}`,
      hidden: `hid ${n}`,
      pin: 'Pin12345',
      secret: secrets[n % 3],
    },
    { __component: 'blocks.hero', title: `Hero bis ${n}`, subtitle: null, image: file(n + 9), backgrounds: [] },
  ]
  const turn = n % all.length
  return [...all.slice(turn), ...all.slice(0, turn)].slice(0, 3 + (n % 4))
}

exports.zoneOf = zoneOf
