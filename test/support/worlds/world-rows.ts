/** The rows of `test/fixtures/world` as they appear on the wire, and the envelopes around them. Written by hand. */

export type Attributes = Readonly<Record<string, unknown>>

export interface Entry {
  readonly id: number
  readonly attributes: Attributes
}

export const entry = (id: number, attributes: Attributes): Entry => ({ id, attributes })

/** A relation or media attribute, filled or empty. */
export const data = (content: Entry | readonly Entry[] | null) => ({ data: content })

/** The answer to a read of a collection whose entries all fit on the first page. */
export const collection = (...entries: readonly Entry[]) => ({
  data: entries,
  meta: { pagination: { page: 1, pageSize: 25, pageCount: entries.length === 0 ? 0 : 1, total: entries.length } },
})

/** The answer to a read of one entry. */
export const single = (id: number, attributes: Attributes) => ({ data: { id, attributes }, meta: {} })

/** An entry without any of its fields. */
export const bare = (id: number): Entry => entry(id, {})

export const failure = (status: number, name: string, message: string) => ({
  data: null,
  error: { status, name, message, details: {} },
})

/** 400 for a name that does not exist for the caller. */
export const invalid = (name: string) => failure(400, 'ValidationError', `Invalid parameter ${name}`)

/** 400 for an invalid value. */
export const badValue = (parameter: string, problem: string) =>
  failure(400, 'ValidationError', `Invalid value for ${parameter}: ${problem}`)

const NEW_YEAR = '2024-01-01T00:00:00.000Z'
const made = { createdAt: NEW_YEAR, updatedAt: NEW_YEAR }
const shownSince = (moment: string) => ({ createdAt: moment, updatedAt: moment, publishedAt: moment })

/** The scalar fields of article 1. */
export const TIDE: Attributes = {
  title: 'Tide',
  summary: 'Water comes and goes.',
  body: '# Tide\n\nTwice a *day*.',
  kind: 'guide',
  contact: 'tide@example.com',
  slug: 'tide',
  day: '2024-03-01',
  clock: '06:15:30.125',
  happenedAt: '2024-03-01T06:15:30.500Z',
  stampedAt: '1709251200000',
  rank: 3,
  views: '9007199254740993',
  score: 4.5,
  price: 9.95,
  featured: true,
  keywords: ['moon', 'sea'],
  metadata: { open: true, places: ['quay', 7, null] },
  ...shownSince('2024-05-01T08:00:00.000Z'),
  locale: 'en',
}

/** Article 2. */
export const RIDGE: Attributes = {
  title: 'Ridge',
  summary: 'A walk along the top.',
  body: null,
  kind: 'news',
  contact: null,
  slug: 'ridge',
  day: '2024-04-15',
  clock: '12:00:00.125',
  happenedAt: null,
  stampedAt: null,
  rank: 1,
  views: '12',
  score: 2.25,
  price: 20,
  featured: false,
  keywords: [],
  metadata: {},
  ...shownSince('2024-05-02T08:00:00.000Z'),
  locale: 'en',
}

const NOTHING: Attributes = {
  title: null,
  summary: null,
  body: null,
  kind: null,
  contact: null,
  slug: null,
  day: null,
  clock: null,
  happenedAt: null,
  stampedAt: null,
  rank: null,
  views: null,
  score: null,
  price: null,
  featured: null,
  keywords: null,
  metadata: null,
}

/** Article 3, which has no related entries. */
export const ALONE: Attributes = {
  ...NOTHING,
  title: 'Alone',
  slug: 'alone',
  rank: 2,
  ...shownSince('2024-05-03T08:00:00.000Z'),
  locale: 'en',
}

/** Article 4 on SQLite, which stores times and JSON as written. */
export const HARBOUR: Attributes = {
  ...NOTHING,
  title: 'Harbour',
  summary: 'Ships and sheds.',
  kind: 'news',
  slug: 'harbour',
  day: '2024-03-01',
  clock: '18:00:00.000',
  featured: true,
  metadata: { zebra: 1, ant: 2 },
  ...shownSince('2024-05-04T08:00:00.000Z'),
  locale: 'en',
}

/** Article 4 on PostgreSQL: times lose trailing zeros, and JSON keys are sorted. */
export const HARBOUR_ON_POSTGRES: Attributes = { ...HARBOUR, clock: '18:00:00', metadata: { ant: 2, zebra: 1 } }

/** Article 5, a draft. */
export const SKETCH: Attributes = {
  ...NOTHING,
  title: 'Sketch',
  slug: 'sketch',
  rank: 9,
  ...shownSince('2024-05-05T08:00:00.000Z'),
  publishedAt: null,
  locale: 'en',
}

/** Article 6, the French translation of article 1. */
export const MAREE: Attributes = {
  ...NOTHING,
  title: 'Marée',
  kind: 'guide',
  slug: 'maree',
  rank: 3,
  ...shownSince('2024-05-06T08:00:00.000Z'),
  locale: 'fr',
}

/** Article 7, the French translation of article 2, a draft. */
export const CRETE: Attributes = {
  ...NOTHING,
  title: 'Crête',
  slug: 'crete',
  rank: 1,
  ...shownSince('2024-05-07T08:00:00.000Z'),
  publishedAt: null,
  locale: 'fr',
}

export const ADA = entry(1, { name: 'Ada Reed', email: 'ada@example.com', born: '1990-02-03', ...made })
export const BEN = entry(2, { name: 'Ben Cole', email: 'ben@example.com', born: null, ...made })
export const CY = entry(3, { name: 'Cy Dane', email: null, born: '2001-12-31', ...made })

export const EDITORS = entry(1, { name: 'Editors', ...made })
export const PRINT = entry(2, { name: 'Print', ...made })

export const SEA = entry(1, { name: 'sea', weight: 30, ...shownSince(NEW_YEAR) })
export const HILL = entry(2, { name: 'hill', weight: 10, ...shownSince(NEW_YEAR) })
export const CITY = entry(3, { name: 'city', weight: 20, ...shownSince(NEW_YEAR) })
/** A draft. */
export const HIDDEN = entry(4, { name: 'hidden', weight: 5, ...shownSince(NEW_YEAR), publishedAt: null })

/** Readable by members only. */
export const SAFE = entry(1, { code: '4711', ...made })

/** An entry with additional attributes. */
export const withMore = ({ id, attributes }: Entry, more: Attributes): Entry => entry(id, { ...attributes, ...more })

export const SUNRISE = entry(1, {
  name: 'sunrise.jpg',
  alternativeText: 'The sun over the bay',
  caption: 'Six in the morning',
  width: 1200,
  height: 800,
  formats: {
    small: {
      ext: '.jpg',
      url: '/uploads/small_sunrise_a1.jpg',
      hash: 'small_sunrise_a1',
      mime: 'image/jpeg',
      name: 'small_sunrise.jpg',
      path: null,
      size: 20.5,
      width: 500,
      height: 333,
    },
    medium: {
      ext: '.jpg',
      url: '/uploads/medium_sunrise_a1.jpg',
      hash: 'medium_sunrise_a1',
      mime: 'image/jpeg',
      name: 'medium_sunrise.jpg',
      path: null,
      size: 41.25,
      width: 750,
      height: 500,
    },
    thumbnail: {
      ext: '.jpg',
      url: '/uploads/thumbnail_sunrise_a1.jpg',
      hash: 'thumbnail_sunrise_a1',
      mime: 'image/jpeg',
      name: 'thumbnail_sunrise.jpg',
      path: null,
      size: 6,
      width: 234,
      height: 156,
    },
  },
  hash: 'sunrise_a1',
  ext: '.jpg',
  mime: 'image/jpeg',
  size: 245.5,
  url: '/uploads/sunrise_a1.jpg',
  previewUrl: null,
  provider: 'local',
  provider_metadata: null,
  ...made,
})

export const GARDEN = entry(2, {
  name: 'garden.png',
  alternativeText: null,
  caption: null,
  width: 640,
  height: 480,
  formats: null,
  hash: 'garden_b2',
  ext: '.png',
  mime: 'image/png',
  size: 80,
  url: '/uploads/garden_b2.png',
  previewUrl: null,
  provider: 'local',
  provider_metadata: null,
  ...made,
})

/** The picture of author 1. */
export const FACE = entry(3, {
  name: 'ada.jpg',
  alternativeText: 'Ada',
  caption: null,
  width: 200,
  height: 200,
  formats: null,
  hash: 'ada_c3',
  ext: '.jpg',
  mime: 'image/jpeg',
  size: 12.25,
  url: '/uploads/ada_c3.jpg',
  previewUrl: '/uploads/ada_c3_preview.jpg',
  provider: 'local',
  provider_metadata: { bucket: 'faces' },
  ...made,
})

export const PLAN = entry(4, {
  name: 'plan.pdf',
  alternativeText: null,
  caption: 'The plan',
  width: null,
  height: null,
  formats: null,
  hash: 'plan_d4',
  ext: '.pdf',
  mime: 'application/pdf',
  size: 33.1,
  url: '/uploads/plan_d4.pdf',
  previewUrl: null,
  provider: 'local',
  provider_metadata: null,
  ...made,
})

/** The blocks of article 1 with their own fields. */
export const HERO = { id: 1, __component: 'blocks.hero', heading: 'High water' }
export const QUOTE = { id: 1, __component: 'blocks.quote', words: 'It always comes back.', by: 'A sailor' }
export const PICKS = { id: 1, __component: 'blocks.picks', heading: 'Read on' }
export const DUO = { id: 1, __component: 'blocks.duo', heading: 'Who and what' }
/** Has only a relation (and a private field). */
export const CREDIT = { id: 1, __component: 'blocks.credit' }
export const LOW_HERO = { id: 2, __component: 'blocks.hero', heading: 'Low water' }

/** The blocks of article 2. */
export const VAULT = { id: 1, __component: 'blocks.vault', label: 'Locked' }
export const SHORT_QUOTE = { id: 2, __component: 'blocks.quote', words: 'Up is easier.', by: null }

/** A place in a list, as answers give it: the order, the id, and the keys of the order. */
export const place = (...parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
