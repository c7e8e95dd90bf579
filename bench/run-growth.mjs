/** The mode `--growth`: how the cost of ours, as it ships, grows with the content, beside Strapi where that can be borne. */

import { growingProject } from './content/growing.mjs'
import { flagOf } from './content/kinds.mjs'
import { checkAnswers } from './measure/check-answers.mjs'
import { digest } from './measure/digest.mjs'
import { growingCases } from './measure/growing.mjs'
import { createLoad } from './measure/load.mjs'
import { measure } from './measure/measure.mjs'
import { ADMIN_SECRET, tokensFor } from './servers/access.mjs'
import { startPopulus } from './servers/populus.mjs'
import { STRAPI_HOW, STRAPI_VERSION, startStrapi4 } from './servers/strapi4.mjs'

/** Strapi is asked up to so many articles. */
const STRAPI_SIZE = 100_000
/** A slice has at least so many requests: CPU time is counted in hundredths of a second, and slices of all sizes are as far from a cold start. */
const FEW = 200

/** All servers run at the same time, each on a copy of its own, so that whatever else the machine does hits all sizes alike. */
export async function runGrowth({ database, options, say }) {
  const { sizes, cases: names, peers } = options
  const withStrapi = peers.includes('strapi4')
  const cells = []
  for (const size of sizes) {
    const content = await database.growing(size)
    say(`starting ours on ${size} articles ...`)
    const ours = await ofOurs({ content, names, size })
    const strapi = withStrapi && size <= STRAPI_SIZE ? await ofStrapi({ content, names, size, say }) : undefined
    const servers = [ours.server, ...(strapi === undefined ? [] : [strapi.server])]
    await checkAnswers(ours.compared, servers)
    cells.push(...ours.cells, ...(strapi?.cells ?? []))
  }
  const tell = ({ title, server, size, rounds }) =>
    say(`${title}, ${server.name}, ${size}: ${(rounds.at(-1).cpu.total / 1000).toFixed(2)} ms`)
  const load = createLoad()
  const measured = await measure({ ...options, cells, load, database: database.process, say, few: FEW, tell })
  const strapi = `Strapi v4: ${STRAPI_VERSION}, ${STRAPI_HOW}, up to ${STRAPI_SIZE.toLocaleString('en')} articles`
  const ours =
    'ours: `populus start`, one process, NODE_ENV=production, log level error; texts of articles have `"index": "contains"`'
  return { cells: measured.map(digest), notes: [ours, ...(withStrapi ? [strapi] : [])] }
}

async function ofOurs({ content, names, size }) {
  const { folder } = content
  const flag = flagOf(await content.copy({ forUs: true }))
  const server = { name: 'ours', ...(await startPopulus({ database: flag, folder, settings: ADMIN_SECRET })) }
  const { admin } = await tokensFor({ server, folder, flag })
  return { server, ...(await growingCases({ names, size, server, admin })) }
}

async function ofStrapi({ content, names, size, say }) {
  say(`starting Strapi on ${size} articles ...`)
  const started = await startStrapi4({ database: await content.copy(), folder: growingProject({ parts: false }) })
  const server = { name: 'strapi4', ...started }
  return { server, ...(await growingCases({ names, size, server, admin: undefined })) }
}
