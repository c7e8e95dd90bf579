/** `search`: words in the text of entries, of their components and of related entries. */
import { example, exampleIn } from '../../../support/worlds/example.ts'
import { badValue, bare, collection, entry, failure, place } from '../../../support/worlds/world-rows.ts'

const IDS = 'GET /api/articles?fields='
const TITLES = 'GET /api/articles?fields[0]=title'
const [TIDE, RIDGE, ALONE, HARBOUR] = ['Tide', 'Ridge', 'Alone', 'Harbour'].map((title, index) =>
  entry(index + 1, { title }),
)

example('the best match comes first: a title, then what counts less', {
  request: `${TITLES}&search=ridge`,
  status: 200,
  response: collection(RIDGE!, TIDE!),
  statements: 1,
})

example('all words must be there, in whichever place', {
  request: `${TITLES}&search=tide+sailor`,
  status: 200,
  response: collection(TIDE!),
  statements: 1,
})

for (const [what, words] of [
  ['upper case', 'SAILOR'],
  ['accents', 'sàïlör'],
  ['the beginning of a word', 'sail'],
  ['a letter too many', 'sailorr'],
  ['a wrong letter', 'saiLer'],
  ['swapped letters', 'sialor'],
  ['a component inside a component', 'mastodon'],
  ['a block of a zone', 'high'],
  ['a component in a block', 'more'],
  ['rich text without its markup', 'twice'],
  ['words that follow each other', '"comes and goes"'],
] as const)
  example(`finds ${what}`, {
    request: `${TITLES}&search=${encodeURIComponent(words)}`,
    dialect: 'document',
    status: 200,
    response: collection(TIDE!),
    statements: 1,
  })

example('words in quotes must follow each other', {
  request: `${TITLES}&search=${encodeURIComponent('"goes comes"')}`,
  status: 200,
  response: collection(),
  statements: 1,
})

for (const [what, words] of [
  ['a word with a minus before it', 'ridge -sailor'],
  ['wherever it stands', '-sailor ridge'],
  ['words that follow each other', 'ridge -"comes and goes"'],
  ['a block of a zone', 'ridge -high'],
] as const)
  example(`leaves out entries with ${what}`, {
    request: `${TITLES}&search=${encodeURIComponent(words)}`,
    status: 200,
    response: collection(RIDGE!),
    statements: 1,
  })

example('leaves out exactly the word, not others that are like it', {
  request: `${TITLES}&search=${encodeURIComponent('ridge -sail -sailer')}`,
  status: 200,
  response: collection(RIDGE!, TIDE!),
  statements: 1,
})

example('something must be sought', {
  request: `${TITLES}&search=-ridge`,
  status: 400,
  response: badValue('search', 'it says what to leave out, but not what to find'),
  statements: 0,
})

example('related entries', {
  request: `${TITLES}&search=reed`,
  status: 200,
  response: collection(TIDE!, HARBOUR!),
  statements: 1,
})

for (const [what, words] of [
  ['a private field', 'readers'],
  ['a type that the caller may not read', '4711'],
  ['a draft', 'sketch'],
  ['a draft that is related', 'sketch'],
  ['another locale', 'marée'],
  ['no word at all', '!'],
  ['a password', 'open-sesame-hash'],
] as const)
  example(`finds nothing in ${what}`, {
    request: `${TITLES}&search=${encodeURIComponent(words)}`,
    dialect: 'strapi4',
    status: 200,
    response: collection(),
    statements: 1,
  })

example('what others may not read is found by those who may', {
  request: `${IDS}id&search=4711`,
  dialect: 'strapi4',
  as: 'member',
  status: 200,
  response: collection(bare(1)),
  statements: 1,
})

example('a related type that the caller may not read finds nothing', {
  request: `${IDS}id&search=reed`,
  dialect: 'strapi4',
  as: 'member',
  status: 200,
  response: collection(),
  statements: 1,
})

const exampleWithoutSummary = exampleIn({
  grants: [{ role: 'public', type: 'article', actions: ['find'], fields: ['title', 'author'] }],
})

exampleWithoutSummary('a field that is not granted finds nothing', {
  request: `${TITLES}&search=ships`,
  status: 200,
  response: collection(),
  statements: 1,
})

exampleWithoutSummary('a granted field does', {
  request: `${TITLES}&search=harbour`,
  status: 200,
  response: collection(HARBOUR!),
  statements: 1,
})

example('drafts, for those who may see them', {
  request: `${TITLES}&search=sketch&publicationState=preview`,
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(5, { title: 'Sketch' }), TIDE!),
  statements: 1,
})

example('a locale', {
  request: `${TITLES}&search=maree&locale=fr`,
  status: 200,
  response: collection(entry(6, { title: 'Marée' })),
  statements: 1,
})

example('with filters, another order and one page', {
  request: `${TITLES}&search=reed&filters[rank][$null]=true&sort=title:desc&pagination[pageSize]=1`,
  dialect: 'strapi4',
  status: 200,
  response: { data: [HARBOUR], meta: { pagination: { page: 1, pageSize: 1, pageCount: 1, total: 1 } } },
  statements: 1,
})

example('a page behind the end has the total, too', {
  request: `${TITLES}&search=reed&pagination[page]=3&pagination[pageSize]=2`,
  dialect: 'strapi4',
  status: 200,
  response: { data: [], meta: { pagination: { page: 3, pageSize: 2, pageCount: 1, total: 2 } } },
  statements: 2,
})

example('the last of several pages', {
  request: `${TITLES}&search=reed&pagination[start]=1&pagination[limit]=1`,
  dialect: 'strapi4',
  status: 200,
  response: { data: [HARBOUR], meta: { pagination: { start: 1, limit: 1, total: 2 } } },
  statements: 1,
})

example('populated, and without envelopes', {
  request: `${IDS}title&search[query]=alone&search[typos]=false&populate[tags][fields]=name&format=flat`,
  status: 200,
  response: {
    data: [{ id: 3, title: 'Alone', tags: [] }],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
  },
  statements: 2,
})

const FIRST = place('(rank):desc', 1, '24')
const SECOND = place('(rank):desc', 4, '24')

example('pages next to a place: the first', {
  request: `${TITLES}&search=reed&pagination[after]=&pagination[pageSize]=1`,
  status: 200,
  response: {
    data: [TIDE],
    meta: {
      pagination: {
        pageSize: 1,
        before: null,
        after: FIRST,
        links: { prev: null, next: `?fields[0]=title&search=reed&pagination[pageSize]=1&pagination[after]=${FIRST}` },
      },
    },
  },
  statements: 1,
})

example('pages next to a place: the next', {
  request: `${TITLES}&search=reed&pagination[after]=${FIRST}&pagination[pageSize]=1`,
  status: 200,
  response: {
    data: [HARBOUR],
    meta: {
      pagination: {
        pageSize: 1,
        before: SECOND,
        after: null,
        links: { prev: `?fields[0]=title&search=reed&pagination[pageSize]=1&pagination[before]=${SECOND}`, next: null },
      },
    },
  },
  statements: 1,
})

example('the same as JSON', {
  request: 'POST /api/articles/query',
  body: { fields: ['title'], search: { query: 'alone', typos: false } },
  status: 200,
  response: collection(ALONE!),
  statements: 1,
})

example('without typing errors', {
  request: `${TITLES}&search[query]=sialor&search[typos]=false`,
  status: 200,
  response: collection(),
  statements: 1,
})

example('whole words only', {
  request: `${TITLES}&search[query]=harbou&search[prefixes]=false&search[typos]=false`,
  status: 200,
  response: collection(),
  statements: 1,
})

const withSnippets = (
  { data, meta }: ReturnType<typeof collection>,
  snippets: Readonly<Record<string, Readonly<Record<string, string>>>>,
) => ({ data, meta: { ...meta, search: { snippets } } })

example('snippets: where the words are, in every field that has one', {
  request: `${TITLES}&search[query]=tide+goes&search[snippets]=true`,
  status: 200,
  response: withSnippets(collection(TIDE!), {
    1: {
      title: '<mark>Tide</mark>',
      summary: 'Water comes and <mark>goes</mark>.',
      body: '<mark>Tide</mark> Twice a day.',
      'seo.metaTitle': 'All about <mark>tides</mark>',
    },
  }),
  statements: 2,
})

example('snippets of words that begin with the word, or have a typing error', {
  request: `${TITLES}&search[query]=harbor+shi&search[snippets]=true`,
  status: 200,
  response: withSnippets(collection(HARBOUR!), {
    4: { title: '<mark>Harbour</mark>', summary: '<mark>Ships</mark> and sheds.' },
  }),
  statements: 2,
})

example('snippets without envelopes, of words that follow each other', {
  request: 'POST /api/articles/query',
  body: { fields: ['title'], search: { query: '"comes and"', snippets: true }, format: 'flat' },
  status: 200,
  response: {
    data: [{ id: 1, title: 'Tide' }],
    meta: {
      pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 },
      search: { snippets: { 1: { summary: 'Water <mark>comes</mark> <mark>and</mark> goes.' } } },
    },
  },
  statements: 2,
})

example('snippets of related entries', {
  request: `${TITLES}&search[query]=reed&search[snippets]=true`,
  status: 200,
  response: withSnippets(collection(TIDE!, HARBOUR!), {
    1: { 'author.name': 'Ada <mark>Reed</mark>' },
    4: { 'author.name': 'Ada <mark>Reed</mark>' },
  }),
  statements: 2,
})

example('snippets of components, at every depth', {
  request: `${TITLES}&search[query]=mastodon+high+more&search[snippets]=true`,
  status: 200,
  response: withSnippets(collection(TIDE!), {
    1: {
      'seo.socials.network': '<mark>mastodon</mark>',
      'blocks.heading': '<mark>High</mark> water',
      'blocks.link.label': '<mark>More</mark>',
    },
  }),
  statements: 2,
})

example('snippets of a related draft, for those who may see it', {
  request: `${TITLES}&search[query]=sketch&search[snippets]=true&publicationState=preview`,
  dialect: 'strapi4',
  status: 200,
  response: withSnippets(collection(entry(5, { title: 'Sketch' }), TIDE!), {
    1: { 'related.title': '<mark>Sketch</mark>' },
    5: { title: '<mark>Sketch</mark>' },
  }),
  statements: 2,
})

example('snippets of a type that others may not read', {
  request: `${IDS}id&search[query]=4711&search[snippets]=true`,
  dialect: 'strapi4',
  as: 'member',
  status: 200,
  response: withSnippets(collection(bare(1)), { 1: { 'secret.code': '<mark>4711</mark>' } }),
  statements: 2,
})

example('no snippets where nothing was found', {
  request: `${TITLES}&search[query]=nowhere&search[snippets]=true`,
  status: 200,
  response: withSnippets(collection(), {}),
  statements: 1,
})

example('no snippets, as they are off', {
  request: `${TITLES}&search[query]=alone&search[typos]=false&search[snippets]=false`,
  status: 200,
  response: collection(ALONE!),
  statements: 1,
})

example('snippets that are neither on nor off', {
  request: `${TITLES}&search[query]=tide&search[snippets]=2`,
  status: 400,
  response: badValue('search[snippets]', 'expected true or false, got "2"'),
  statements: 0,
})

exampleWithoutSummary('no snippets of a field that is not granted', {
  request: `${TITLES}&search[query]=tide&search[snippets]=true`,
  status: 200,
  response: withSnippets(collection(TIDE!), { 1: { title: '<mark>Tide</mark>' } }),
  statements: 2,
})

example('nothing to look for: all entries', {
  request: `${TITLES}&search=&filters[id]=3`,
  status: 200,
  response: collection(ALONE!),
  statements: 1,
})

example('an option that does not exist', {
  request: `${TITLES}&search[query]=tide&search[fuzzy]=true`,
  status: 400,
  response: badValue('search[fuzzy]', 'there is no such option; there are query, typos, prefixes, snippets'),
  statements: 0,
})

example('an option that is neither on nor off', {
  request: `${TITLES}&search[query]=tide&search[typos]=1`,
  status: 400,
  response: badValue('search[typos]', 'expected true or false, got "1"'),
  statements: 0,
})

example('words as a list', {
  request: `${TITLES}&search[0]=tide&search[1]=ridge`,
  status: 400,
  response: badValue('search', 'expected words, got ["tide","ridge"]'),
  statements: 0,
})

example('a type without an index', {
  request: 'GET /api/authors?fields=name&search=reed',
  dialect: 'document',
  status: 400,
  response: badValue('search', 'this content type is not indexed for search'),
  statements: 0,
})

example('in Strapi, the parameter means nothing', {
  request: 'GET /api/authors?fields=name&search=reed&filters[id]=2',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(2, { name: 'Ben Cole' })),
  statements: 1,
})

const exampleWithFewWords = exampleIn({ limits: { searchWords: 2, patternLength: 20 } })

exampleWithFewWords('too many words', {
  request: `${TITLES}&search=a+b-c`,
  status: 400,
  response: failure(400, 'ValidationError', 'The parameter search has more than 2 words (setting limits.searchWords)'),
  statements: 0,
})

exampleWithFewWords('too long', {
  request: `${TITLES}&search=${'x'.repeat(21)}`,
  status: 400,
  response: failure(
    400,
    'ValidationError',
    'The search text in search is longer than 20 characters (setting limits.patternLength)',
  ),
  statements: 0,
})

example('options of a search without anything to search for', {
  request: 'GET /api/articles?search[snippets]=true',
  status: 400,
  response: badValue('search[snippets]', 'it says how to search, but not for what; write search[query]=words'),
  statements: 0,
})
