/** Starts ours and the peers asked for, on the same content. */
import { startMem } from './mem.mjs'
import { startPopulus } from './populus.mjs'
import { STRAPI_HOW, STRAPI_VERSION, startStrapi4 } from './strapi4.mjs'

/** Ours with the response cache off and on. */
const COLD_AND_WARM = [
  { name: 'cold', responses: false },
  { name: 'warm', responses: true },
]

/** Gives the servers by name, and for the report how each was started. `content.folder` is the project that they serve. */
export async function startTogether({ content, peers, paths = [], ours = COLD_AND_WARM, say }) {
  const { folder } = content
  const servers = []
  const notes = []
  if (peers.includes('strapi4')) {
    say('starting Strapi 4.26.2 on a copy of the content ...')
    servers.push({ name: 'strapi4', ...(await startStrapi4({ database: await content.copy(), folder })) })
    notes.push(`Strapi v4: ${STRAPI_VERSION}, ${STRAPI_HOW}`)
  }
  const started = []
  for (const { name, responses } of ours)
    started.push({ name, ...(await startPopulus({ database: content.flag, folder, responses })) })
  servers.unshift(...started)
  const off = ours.filter(({ responses }) => !responses).map(({ name }) => `; ${name} has cache.responses off`)
  notes.push(`ours: \`populus start\`, one process, NODE_ENV=production, log level error${off.join('')}`)
  if (peers.includes('mem')) {
    servers.push({ name: 'mem', ...(await startMem({ url: servers[0].url, paths })) })
    notes.push('mem: a bare node:http server that sends the same bytes from memory')
  }
  return { servers, notes }
}
