/** Names that mean nothing: in the dialect document an error with the nearest name, in strapi4 a header beside the answer. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import { collection, entry, failure } from '../../support/worlds/world-rows.ts'

interface Typo {
  readonly query: string
  readonly message: string
  /** Whether it changes nothing in the dialect strapi4. */
  readonly passes?: boolean
}

const TYPOS: readonly Typo[] = [
  { query: 'populat=author', message: 'There is no parameter populat; did you mean populate?', passes: true },
  { query: 'filter[title]=x', message: 'There is no parameter filter; did you mean filters?', passes: true },
  { query: 'Fields=title', message: 'There is no parameter Fields; did you mean fields?' },
  { query: '_limit=1', message: 'There is no parameter _limit; did you mean limit?' },
  { query: 'pagination[pagesize]=1', message: 'There is no parameter pagesize; did you mean pageSize?', passes: true },
  { query: 'populate[author][feilds]=name', message: 'There is no parameter feilds; did you mean fields?' },
  { query: 'filters[title][$equals]=x', message: 'There is no operator $equals; did you mean $eq?', passes: true },
  { query: 'filters[title][eq]=x', message: 'There is no operator eq; did you mean $eq?', passes: true },
  { query: 'filters[title][$contain]=x', message: 'There is no operator $contain; did you mean $contains?' },
  {
    query: 'populate=autor',
    message: 'There is no attribute to populate named autor; did you mean author?',
    passes: true,
  },
  { query: 'populate=author.teem', message: 'There is no attribute to populate named teem; did you mean team?' },
  { query: 'populate=blocks.autor', message: 'There is no attribute to populate named autor; did you mean author?' },
  {
    query: 'populate[blocks][on][blocks.heroe]=true',
    message: 'There is no component of this zone named blocks.heroe; did you mean blocks.hero?',
  },
  {
    query: 'populate=title',
    message: 'There is no attribute to populate named title; it is a field of the entry, which is named in fields',
  },
]

for (const { query, message } of TYPOS) {
  example(`${query} is an error that helps`, {
    request: `GET /api/articles?${query}`,
    dialect: 'document',
    status: 400,
    response: failure(400, 'ValidationError', message),
    headers: { 'x-populus-error': 'Q110' },
    statements: 0,
  })
}

for (const { query, message, passes } of TYPOS) {
  if (passes !== true) continue
  example(`in the dialect strapi4 ${query} passes, and a header helps`, {
    request: `GET /api/articles?filters[id]=1&fields[0]=title&${query}`,
    dialect: 'strapi4',
    status: 200,
    response: collection(entry(1, { title: 'Tide' })),
    headers: { 'x-populus-hint': `t${message.slice(1)}` },
    statements: 1,
  })
}

example('parameters that look like nothing of ours pass', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&utm_source=mail&_=17&nonsense[a]=1&pagination[nope]=1',
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  headers: { 'x-populus-hint': null },
  statements: 1,
})

example('a private attribute is as unknown to populate as one that does not exist', {
  request: 'GET /api/articles?populate=internal',
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no attribute to populate named internal'),
  statements: 0,
})

example('a list beside names is a mistake, because its numbers are names then', {
  request: 'GET /api/articles?populate[0]=author&populate[tags]=true',
  dialect: 'document',
  status: 400,
  response: failure(
    400,
    'ValidationError',
    'There is no attribute to populate named 0; a list and names cannot be mixed: write populate[name]=true for each',
  ),
  statements: 0,
})

example('in the dialect strapi4 the numbers are passed over', {
  request: 'GET /api/articles?filters[id]=3&fields[0]=title&populate[0]=author&populate[tags]=true',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(3, { title: 'Alone', tags: { data: [] } })),
  statements: 2,
})

const exampleWithFewFields = exampleIn({ grants: [{ role: 'public', type: 'article', fields: ['title'] }] })

exampleWithFewFields('an attribute that is not granted is absent, and nothing is said about it', {
  request: 'GET /api/articles?filters[id]=1&populate=author',
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  headers: { 'x-populus-hint': null },
  statements: 1,
})

exampleWithFewFields('a name close to an attribute that is not granted gets no suggestion', {
  request: 'GET /api/articles?populate=autor',
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no attribute to populate named autor'),
  statements: 0,
})
