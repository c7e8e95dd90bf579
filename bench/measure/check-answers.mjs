/** Before anything is measured: every server must give the same JSON for every case. */
import { isDeepStrictEqual } from 'node:util'
import { answerOf } from './load.mjs'

/** So many answers of each case are compared. */
const SAMPLES = 5

/** Compares parsed bodies, so that the order of keys and the escapes of a text do not count. Gives a note for the report. */
export async function checkAnswers(cases, servers) {
  const names = servers.map(({ name }) => name).join(', ')
  for (const { title, random, repeated = [], strapi = true } of cases) {
    const [first, ...others] = servers.filter(({ name }) => strapi || name !== 'strapi4')
    const step = Math.max(1, Math.floor(random.length / SAMPLES))
    const paths = new Set([...random.filter((_, index) => index % step === 0).slice(0, SAMPLES), ...repeated])
    for (const path of paths) {
      const wanted = await answerOf(first, path)
      for (const other of others) {
        const found = await answerOf(other, path)
        if (isDeepStrictEqual(found, wanted)) continue
        throw new Error(
          `${other.name} and ${first.name} answer differently (${title}), at ${firstDifference(wanted, found)}\n${path.path ?? path}`,
        )
      }
    }
  }
  const compared = `the same JSON from ${names}, compared after parsing, for every case`
  return servers.length === 1 ? `answers: ${names} answered every case` : `answers: ${compared}`
}

function firstDifference(left, right, place = '$') {
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') {
    return `${place}: ${JSON.stringify(left)} and ${JSON.stringify(right)}`
  }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (!isDeepStrictEqual(left[key], right[key])) return firstDifference(left[key], right[key], `${place}.${key}`)
  }
  return place
}
