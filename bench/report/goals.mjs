/** What the server is meant to reach, and whether it does. */

const COLD = {
  sqlite: { list: 30, level: 25, all: 25, deep: 25, one: 40 },
  postgres: { list: 12, level: 12, all: 12, deep: 12, one: 10 },
}
const SHARE_OF_MEM = 0.7
const GROWTH = 1.5
const LAST_PAGE = 3
const MEMORY = 200

/** `reached` is undefined where a run did not measure it. */
export function goalsOf({ database, ratios = [], memory = [], growth }) {
  const ratio = name => ratios.find(each => each.case === name) ?? {}
  const cold = Object.entries(COLD[database]).map(([name, wanted]) => {
    const title = ratio(name).title ?? name
    return atLeast(`cold, ${title}: times less CPU than Strapi v4`, wanted, ratio(name).coldCpu, times)
  })
  const warm = ['list', 'deep', '304'].map(name => {
    const title = name === '304' ? '304' : `warm, ${name}`
    return atLeast(`${title}: share of what memory alone reaches`, SHARE_OF_MEM, ratio(name).warmShare, percent)
  })
  const rss = memory.find(each => each.server === 'warm')?.after
  return [
    ...cold,
    ...warm,
    atMost('first page cold, CPU at 100,000 articles over 1,000', GROWTH, growth?.firstPage, times),
    atMost('last page over first page cold, 100,000 articles', LAST_PAGE, growth?.lastPage, times),
    atMost('memory after the whole run', MEMORY, rss === undefined ? undefined : rss / 2 ** 20, megabytes),
  ]
}

const times = value => `${value.toFixed(1)}×`
const percent = value => `${Math.round(value * 100)} %`
const megabytes = value => `${Math.round(value)} MB`

function atLeast(goal, wanted, found, show) {
  return row(goal, `≥ ${show(wanted)}`, found, show, found >= wanted)
}

function atMost(goal, wanted, found, show) {
  return row(goal, `≤ ${show(wanted)}`, found, show, found <= wanted)
}

function row(goal, wanted, found, show, reached) {
  return found === undefined ? { goal, wanted, found: '–' } : { goal, wanted, found: show(found), reached }
}
