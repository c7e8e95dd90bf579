/** What the server is meant to reach, and whether it does. */

const COLD = {
  sqlite: { list: 30, level: 25, all: 25, deep: 25, one: 40 },
  postgres: { list: 12, level: 12, all: 12, deep: 12, one: 10 },
}
const SHARE_OF_MEM = 0.7
const MEMORY = 200

/** Where no address repeats: times less CPU than Strapi, with that of the database. Strapi has no search. */
const VARIED = {
  sqlite: {
    ...sameFor(['one', 'slug', 'list', 'all', 'deep', 'two', 'in', 'locale', 'own'], 40),
    author: 30,
    sorted: 10,
    contains: 5,
  },
  postgres: {
    ...sameFor(['one', 'slug', 'list', 'all', 'deep', 'two', 'in', 'locale', 'own'], 15),
    author: 10,
    sorted: 5,
    contains: 2,
  },
}

function sameFor(names, wanted) {
  return Object.fromEntries(names.map(name => [name, wanted]))
}

/** The goal of one case of `--varied` for the ratio found, or undefined if it has none. */
export function variedGoal({ database, name, ratio }) {
  const wanted = VARIED[database][name]
  return wanted === undefined ? undefined : atLeast(name, wanted, ratio, times)
}

/** `reached` is undefined where a run did not measure it. */
export function goalsOf({ database, ratios = [], memory = [] }) {
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
    atMost('memory after the whole run', MEMORY, rss === undefined ? undefined : rss / 2 ** 20, megabytes),
  ]
}

/**
 * Of `--growth`: what the largest size may cost over the smallest; more where an answer counts what grows with the content. And how many
 * times more Strapi costs at the same size.
 */
export const GROWTH = { usual: 1.5, counting: 5, strapi: 10 }

/** Of `--live`: milliseconds, shares, bytes. */
const LIVE = { latency: 100, share: 0.9, memory: 400, evaluations: 1 }

export function liveGoals({ reads, events, idle }) {
  const beside = reads.find(({ what }) => what === 'writes and streams')
  const missing = events.reduce((sum, each) => sum + each.missing, 0)
  return [
    ...events.map(({ what, fromCommit }) =>
      atMost(`p99 from commit to event, beside ${what}`, LIVE.latency, fromCommit.at(-2), milliseconds),
    ),
    atLeast(
      'rate of reads with the streams over that without, beside the same writes',
      LIVE.share,
      beside.share,
      percent,
    ),
    atMost(
      `memory with ${idle.streams.toLocaleString('en')} streams`,
      LIVE.memory,
      idle.memory.after / 2 ** 20,
      megabytes,
    ),
    atMost('answers made for each query and change', LIVE.evaluations, idle.counted.perQueryAndChange, plain),
    atMost('events that did not arrive', 0, missing + idle.counted.missing, plain),
  ]
}

/** Of `--load`: the mean of the last quarter over that of the one before, milliseconds of CPU. */
const LOAD = { memory: 1.05, block: 50 }

export function loadGoals({ growth, longest, failed, skipped }) {
  return [
    atMost('memory of the last quarter over that of the third', LOAD.memory, growth, value => `${value.toFixed(2)}×`),
    atMost('longest block of the event loop, CPU', LOAD.block, longest, milliseconds),
    atMost('errors', 0, failed, plain),
    atMost('requests left out because too many were under way', 0, skipped, plain),
  ]
}

const milliseconds = value => `${Math.round(value)} ms`
const plain = value => String(Math.round(value * 100) / 100)
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
