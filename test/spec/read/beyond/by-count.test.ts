/** Entries found and sorted by the number of their related entries. */
import { example } from '../../../support/worlds/example.ts'
import { badValue, collection, entry } from '../../../support/worlds/world-rows.ts'

const THREE = 'GET /api/articles?fields[0]=title&filters[id][$lt]=4'
const tide = entry(1, { title: 'Tide' })
const ridge = entry(2, { title: 'Ridge' })
const alone = entry(3, { title: 'Alone' })

example('at least so many related entries', {
  request: `${THREE}&filters[tags][count][$gte]=2`,
  status: 200,
  response: collection(tide, ridge),
  statements: 1,
})

example('none at all, without an operator', {
  request: `${THREE}&filters[tags][count]=0`,
  status: 200,
  response: collection(alone),
  statements: 1,
})

example('the opposite', {
  request: `${THREE}&filters[$not][tags][count][$between][0]=1&filters[$not][tags][count][$between][1]=5`,
  status: 200,
  response: collection(alone),
  statements: 1,
})

example('so many, and one of them is this one', {
  request: `${THREE}&filters[tags][count]=2&filters[tags][name]=sea`,
  status: 200,
  response: collection(tide),
  statements: 1,
})

example('files and parts count, too', {
  request: `${THREE}&filters[gallery][count][$in][0]=2&filters[gallery][count][$in][1]=3`,
  status: 200,
  response: collection(tide),
  statements: 1,
})

example('of entries that are related themselves', {
  request: `${THREE}&filters[author][articles][count][$gt]=0&sort=id`,
  status: 200,
  response: collection(tide, ridge),
  statements: 1,
})

example('the most first', {
  request: `${THREE}&sort[0]=tags.count:desc&sort[1]=title`,
  status: 200,
  response: collection(ridge, tide, alone),
  statements: 1,
})

example('the fewest first, by what a related entry has', {
  request: `${THREE}&sort[0]=author.articles.count&sort[1]=id:desc`,
  status: 200,
  response: collection(alone, ridge, tide),
  statements: 1,
})

example('only numbers are compared', {
  request: `${THREE}&filters[tags][count][$contains]=1`,
  status: 400,
  response: badValue(
    'filters[tags][count][$contains]',
    'the number of related entries can be compared by $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between',
  ),
  statements: 0,
})

for (const query of ['[count]=1.5', '[count][$in][0]=2.5']) {
  example(`a number of entries is whole on both databases: ${query}`, {
    request: `${THREE}&filters[tags]${query}`,
    status: 400,
    response: badValue(
      `filters[tags]${query.split('[0]')[0]!.split('=')[0]}`,
      `expected a whole number, got "${query.split('=')[1]}"`,
    ),
    statements: 0,
  })
}

example('blocks of one component are counted', {
  request: 'GET /api/articles?fields[0]=title&filters[blocks][on][blocks.hero][count][$gte]=2',
  status: 200,
  response: collection(tide),
  statements: 1,
})
