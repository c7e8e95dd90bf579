/** `filters`, `sort` and `fields` inside `populate`. */
import { example } from '../../support/worlds/example.ts'
import {
  type Attributes,
  badValue,
  collection,
  data,
  type Entry,
  entry,
  invalid,
  single,
} from '../../support/worlds/world-rows.ts'

const TAGS: Readonly<Record<string, Entry>> = {
  sea: entry(1, { name: 'sea' }),
  hill: entry(2, { name: 'hill' }),
  city: entry(3, { name: 'city' }),
}
const named = (...names: readonly string[]) => data(names.map(name => TAGS[name]!))

/** Articles 1 and 2 with some of their tags: sea (weight 30) and hill (10), hill and city (20). */
const tagged = (tide: readonly string[], ridge: readonly string[]) =>
  collection(entry(1, { title: 'Tide', tags: named(...tide) }), entry(2, { title: 'Ridge', tags: named(...ridge) }))

const PATH = 'GET /api/articles?fields[0]=title&filters[id][$lt]=3&populate[tags][fields][0]=name'

example('filters inside populate restricts the related entries, not the entries around them', {
  request: `${PATH}&populate[tags][filters][name][$eq]=hill`,
  status: 200,
  response: tagged(['hill'], ['hill']),
  statements: 2,
})

example('related entries that do not match leave an empty list', {
  request: `${PATH}&populate[tags][filters][name][$eq]=sea`,
  status: 200,
  response: tagged(['sea'], []),
  statements: 2,
})

example('a related entry that does not match leaves null', {
  request:
    'GET /api/articles?fields[0]=title&filters[id][$lt]=3&populate[author][fields][0]=name&populate[author][filters][name][$eq]=Ada%20Reed',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed' })) }),
    entry(2, { title: 'Ridge', author: data(null) }),
  ),
  statements: 2,
})

example('filters on the entries do not restrict what is populated', {
  request: 'GET /api/articles?fields[0]=title&filters[tags][name]=city&populate[tags][fields][0]=name',
  status: 200,
  response: collection(entry(2, { title: 'Ridge', tags: named('hill', 'city') })),
  statements: 2,
})

example('a value without an operator means $eq', {
  request: `${PATH}&populate[tags][filters][name]=city`,
  status: 200,
  response: tagged([], ['city']),
  statements: 2,
})

example('a list without an operator means $in', {
  request: `${PATH}&populate[tags][filters][name][0]=city&populate[tags][filters][name][1]=sea`,
  status: 200,
  response: tagged(['sea'], ['city']),
  statements: 2,
})

example('$eqi compares without case', {
  request: `${PATH}&populate[tags][filters][name][$eqi]=SEA`,
  status: 200,
  response: tagged(['sea'], []),
  statements: 2,
})

example('$ne leaves out what is equal', {
  request: `${PATH}&populate[tags][filters][name][$ne]=hill`,
  status: 200,
  response: tagged(['sea'], ['city']),
  statements: 2,
})

example('$nei leaves out what is equal without case', {
  request: `${PATH}&populate[tags][filters][name][$nei]=HILL`,
  status: 200,
  response: tagged(['sea'], ['city']),
  statements: 2,
})

example('$in takes a list', {
  request: `${PATH}&populate[tags][filters][weight][$in][0]=30&populate[tags][filters][weight][$in][1]=20`,
  status: 200,
  response: tagged(['sea'], ['city']),
  statements: 2,
})

example('$in takes one value', {
  request: `${PATH}&populate[tags][filters][weight][$in]=10`,
  status: 200,
  response: tagged(['hill'], ['hill']),
  statements: 2,
})

example('$notIn leaves out a list', {
  request: `${PATH}&populate[tags][filters][weight][$notIn][0]=30&populate[tags][filters][weight][$notIn][1]=20`,
  status: 200,
  response: tagged(['hill'], ['hill']),
  statements: 2,
})

example('$lt is less than', {
  request: `${PATH}&populate[tags][filters][weight][$lt]=20`,
  status: 200,
  response: tagged(['hill'], ['hill']),
  statements: 2,
})

example('$lte is less than or equal', {
  request: `${PATH}&populate[tags][filters][weight][$lte]=20`,
  status: 200,
  response: tagged(['hill'], ['hill', 'city']),
  statements: 2,
})

example('$gt is greater than', {
  request: `${PATH}&populate[tags][filters][weight][$gt]=20`,
  status: 200,
  response: tagged(['sea'], []),
  statements: 2,
})

example('$gte is greater than or equal', {
  request: `${PATH}&populate[tags][filters][weight][$gte]=20`,
  status: 200,
  response: tagged(['sea'], ['city']),
  statements: 2,
})

example('$between takes two values and includes both', {
  request: `${PATH}&populate[tags][filters][weight][$between][0]=10&populate[tags][filters][weight][$between][1]=20`,
  status: 200,
  response: tagged(['hill'], ['hill', 'city']),
  statements: 2,
})

example('$contains finds a part of the text', {
  request: `${PATH}&populate[tags][filters][name][$contains]=i`,
  status: 200,
  response: tagged(['hill'], ['hill', 'city']),
  statements: 2,
})

example('$contains treats case as the database does', {
  request: `${PATH}&populate[tags][filters][name][$contains]=IT`,
  status: 200,
  response: tagged([], ['city']),
  differs: { postgres: { because: 'its LIKE tells upper from lower case', response: tagged([], []) } },
  statements: 2,
})

example('$notContains leaves out what has a part of the text', {
  request: `${PATH}&populate[tags][filters][name][$notContains]=i`,
  status: 200,
  response: tagged(['sea'], []),
  statements: 2,
})

example('$containsi finds a part of the text without case', {
  request: `${PATH}&populate[tags][filters][name][$containsi]=EA`,
  status: 200,
  response: tagged(['sea'], []),
  statements: 2,
})

example('$notContainsi leaves out what has a part of the text without case', {
  request: `${PATH}&populate[tags][filters][name][$notContainsi]=EA`,
  status: 200,
  response: tagged(['hill'], ['hill', 'city']),
  statements: 2,
})

example('$startsWith finds the beginning', {
  request: `${PATH}&populate[tags][filters][name][$startsWith]=c`,
  status: 200,
  response: tagged([], ['city']),
  statements: 2,
})

example('$startsWithi finds the beginning without case', {
  request: `${PATH}&populate[tags][filters][name][$startsWithi]=SE`,
  status: 200,
  response: tagged(['sea'], []),
  statements: 2,
})

example('$endsWith finds the end', {
  request: `${PATH}&populate[tags][filters][name][$endsWith]=ll`,
  status: 200,
  response: tagged(['hill'], ['hill']),
  statements: 2,
})

example('$endsWithi finds the end without case', {
  request: `${PATH}&populate[tags][filters][name][$endsWithi]=TY`,
  status: 200,
  response: tagged([], ['city']),
  statements: 2,
})

const AUTHORS = 'GET /api/authors?fields[0]=name&populate[articles][fields][0]=title&filters[id]=1'
const adaWith = (...articles: readonly Entry[]) => collection(entry(1, { name: 'Ada Reed', articles: data(articles) }))
const TIDE = entry(1, { title: 'Tide' })
const HARBOUR = entry(4, { title: 'Harbour' })
const MAREE = entry(6, { title: 'Marée' })

example('$null finds what has no value', {
  request: `${AUTHORS}&populate[articles][filters][contact][$null]=true`,
  status: 200,
  response: adaWith(HARBOUR, MAREE),
  statements: 2,
})

example('$notNull finds what has a value', {
  request: `${AUTHORS}&populate[articles][filters][contact][$notNull]=true`,
  status: 200,
  response: adaWith(TIDE),
  statements: 2,
})

example('$not turns a condition around', {
  request: `${AUTHORS}&populate[articles][filters][slug][$not][$contains]=r`,
  status: 200,
  response: adaWith(TIDE),
  statements: 2,
})

example('$not turns a group of conditions around', {
  request: `${AUTHORS}&populate[articles][filters][$not][locale]=en`,
  status: 200,
  response: adaWith(MAREE),
  statements: 2,
})

example('$and asks for all conditions of a list', {
  request: `${AUTHORS}&populate[articles][filters][$and][0][locale]=en&populate[articles][filters][$and][1][contact][$null]=true`,
  status: 200,
  response: adaWith(HARBOUR),
  statements: 2,
})

example('$or asks for one condition of a list', {
  request: `${AUTHORS}&populate[articles][filters][$or][0][locale]=fr&populate[articles][filters][$or][1][title]=Tide`,
  status: 200,
  response: adaWith(TIDE, MAREE),
  statements: 2,
})

example('several conditions are all to hold', {
  request: `${AUTHORS}&populate[articles][filters][locale]=en&populate[articles][filters][featured]=true&populate[articles][filters][kind]=news`,
  status: 200,
  response: adaWith(HARBOUR),
  statements: 2,
})

example('filters inside populate follow relations of the related entries', {
  request: `${AUTHORS}&populate[articles][filters][tags][name][$eq]=hill`,
  status: 200,
  response: adaWith(TIDE),
  statements: 2,
})

example('filters compare dates, times, numbers and booleans by their type', {
  request: `${AUTHORS}&populate[articles][filters][happenedAt][$gte]=2024-03-01T00:00:00.000Z&populate[articles][filters][day]=2024-03-01&populate[articles][filters][clock][$lt]=07:00:00&populate[articles][filters][score][$gt]=4&populate[articles][filters][featured]=true&populate[articles][filters][views]=9007199254740993`,
  status: 200,
  response: adaWith(TIDE),
  statements: 2,
})

example('groups under two relations do not overwrite each other', {
  request:
    'GET /api/articles?fields[0]=title&filters[author][$or][0][name]=Ada%20Reed&filters[author][$or][1][name]=Ben%20Cole&filters[tags][$or][0][name]=city&filters[tags][$or][1][name]=nothing',
  status: 200,
  response: collection(entry(2, { title: 'Ridge' })),
  statements: 1,
})

example('$null and $notNull take an object for yes', {
  request: 'GET /api/articles?fields[0]=title&filters[summary][$null][any]=x&filters[title][$notNull][any]=x',
  status: 200,
  response: collection(entry(3, { title: 'Alone' })),
  statements: 1,
})

example('in the dialect strapi4 an operator that does not exist is passed over on a field', {
  request: `${PATH}&populate[tags][filters][name][$like]=sea`,
  dialect: 'strapi4',
  status: 200,
  response: tagged(['sea', 'hill'], ['hill', 'city']),
  statements: 2,
})

example('a filter on an unknown field is an error', {
  request: `${PATH}&populate[tags][filters][colour][$eq]=red`,
  status: 400,
  response: invalid('colour'),
  statements: 0,
})

example('a filter on a private field is an error', {
  request: `${AUTHORS}&populate[articles][filters][internal][$contains]=a`,
  status: 400,
  response: invalid('internal'),
  statements: 0,
})

example('a filter that is a bare text is an error that shows the form', {
  request: `${PATH}&populate[tags][filters]=sea`,
  status: 400,
  response: badValue('populate[tags][filters]', 'expected populate[tags][filters][attribute]=..., got "sea"'),
  statements: 0,
})

example('$between with one value is an error that shows the form', {
  request: `${PATH}&populate[tags][filters][weight][$between]=1`,
  status: 400,
  response: badValue(
    'populate[tags][filters][weight][$between]',
    'expected two values, populate[tags][filters][weight][$between][0]=... and populate[tags][filters][weight][$between][1]=...',
  ),
  statements: 0,
})

example('sort inside populate orders the related entries', {
  request: `${PATH}&populate[tags][sort][0]=weight:desc`,
  dialect: 'document',
  status: 200,
  response: tagged(['sea', 'hill'], ['city', 'hill']),
  statements: 2,
})

example('the colon of a sort may be encoded', {
  request: `${PATH}&populate[tags][sort][0]=weight%3Aasc`,
  dialect: 'document',
  status: 200,
  response: tagged(['hill', 'sea'], ['hill', 'city']),
  statements: 2,
})

example('a sort without an order is ascending', {
  request: `${PATH}&populate[tags][sort][0]=name`,
  status: 200,
  response: tagged(['hill', 'sea'], ['city', 'hill']),
  statements: 2,
})

example('sort inside populate takes several keys', {
  request: `${AUTHORS}&populate[articles][sort][0]=kind:desc&populate[articles][sort][1]=title:desc`,
  dialect: 'document',
  status: 200,
  response: adaWith(HARBOUR, TIDE, MAREE),
  statements: 2,
})

example('sort inside populate follows relations', {
  request:
    'GET /api/tags?fields[0]=name&filters[id]=2&populate[articles][fields][0]=title&populate[articles][sort][0]=author.name:desc',
  status: 200,
  response: collection(entry(2, { name: 'hill', articles: data([entry(2, { title: 'Ridge' }), TIDE]) })),
  statements: 2,
})

example('without a sort the stored order of the relation counts, and ordering=desc turns it around', {
  request: `${PATH}&populate[tags][ordering]=desc`,
  status: 200,
  response: tagged(['hill', 'sea'], ['city', 'hill']),
  statements: 2,
})

example('the key of a sort does not appear unless it is selected', {
  request: 'GET /api/articles?filters[id]=2&fields[0]=title&populate[tags][fields][0]=name&populate[tags][sort]=weight',
  dialect: 'document',
  status: 200,
  response: collection(entry(2, { title: 'Ridge', tags: named('hill', 'city') })),
  statements: 2,
})

example('a sort by an unknown field is an error', {
  request: `${PATH}&populate[tags][sort][0]=colour`,
  status: 400,
  response: invalid('colour'),
  statements: 0,
})

example('fields inside populate restricts the fields of the related entries, in the order asked', {
  request:
    'GET /api/articles?filters[id]=2&fields[0]=title&populate[tags][fields][0]=weight&populate[tags][fields][1]=name',
  status: 200,
  response: collection(
    entry(2, {
      title: 'Ridge',
      tags: data([entry(2, { weight: 10, name: 'hill' }), entry(3, { weight: 20, name: 'city' })]),
    }),
  ),
  statements: 2,
})

example('an unknown field inside populate is an error', {
  request: 'GET /api/articles?populate[tags][fields][0]=colour',
  status: 400,
  response: invalid('colour'),
  statements: 0,
})

example('an empty selection inside populate means the id only', {
  request: 'GET /api/articles?filters[id]=2&fields[0]=title&populate[tags][fields][]=',
  status: 200,
  response: collection(entry(2, { title: 'Ridge', tags: data([entry(2, {}), entry(3, {})]) })),
  statements: 2,
})

example('fields=* inside populate selects every field', {
  request: 'GET /api/authors/2?fields[0]=name&populate[team][fields]=*',
  status: 200,
  response: single(2, {
    name: 'Ben Cole',
    team: data(
      entry(2, { name: 'Print', createdAt: '2024-01-01T00:00:00.000Z', updatedAt: '2024-01-01T00:00:00.000Z' }),
    ),
  }),
  statements: 2,
})

const nested: Attributes = {
  name: 'Editors',
  members: data([entry(1, { name: 'Ada Reed', articles: data([HARBOUR, TIDE]) })]),
}

example('populate carries fields, filters, sort and populate at once, on every level', {
  request: [
    'GET /api/teams?fields[0]=name&filters[id]=1',
    'populate[members][fields][0]=name',
    'populate[members][filters][email][$endsWith]=example.com',
    'populate[members][sort][0]=name:asc',
    'populate[members][populate][articles][fields][0]=title',
    'populate[members][populate][articles][filters][locale][$eq]=en',
    'populate[members][populate][articles][sort][0]=title:asc',
  ].join('&'),
  status: 200,
  response: collection(entry(1, nested)),
  statements: 3,
})
