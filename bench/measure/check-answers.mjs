/** Before anything is measured: every server must give the same JSON for every case. */
import { isDeepStrictEqual } from 'node:util'

/** So many answers of each case are compared. */
const SAMPLES = 5

/** Compares parsed bodies, so that the order of keys and the escapes of a text do not count. */
export async function checkAnswers(cases, servers) {
  const [first, ...others] = servers
  for (const { title, random, repeated } of cases) {
    const step = Math.max(1, Math.floor(random.length / SAMPLES))
    const paths = new Set([...random.filter((_, index) => index % step === 0).slice(0, SAMPLES), ...repeated])
    for (const path of paths) {
      const wanted = await answer(first, path)
      for (const other of others) {
        const found = await answer(other, path)
        if (isDeepStrictEqual(found, wanted)) continue
        throw new Error(
          `${other.name} and ${first.name} answer differently (${title}), at ${firstDifference(wanted, found)}\n${path}`,
        )
      }
    }
  }
}

async function answer({ url, name }, path) {
  const response = await fetch(`${url}${path}`)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name} answered ${response.status} to ${path}:\n${text.slice(0, 500)}`)
  return JSON.parse(text)
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
