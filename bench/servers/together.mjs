/** Starts ours and the peers asked for, on the same content. */
import { startMem } from './mem.mjs'
import { startPopulus } from './populus.mjs'
import { STRAPI_HOW, STRAPI_VERSION, startStrapi4 } from './strapi4.mjs'

/** Gives the servers by name, and for the report how each was started. */
export async function startTogether({ content, peers, paths, say }) {
  const servers = []
  const notes = []
  if (peers.includes('strapi4')) {
    say('starting Strapi 4.26.2 on a copy of the content ...')
    servers.push({ name: 'strapi4', ...(await startStrapi4({ database: await content.copy() })) })
    notes.push(`Strapi v4: ${STRAPI_VERSION}, ${STRAPI_HOW}`)
  }
  servers.unshift(
    { name: 'cold', ...(await startPopulus({ database: content.flag, responses: false })) },
    { name: 'warm', ...(await startPopulus({ database: content.flag })) },
  )
  notes.push('ours: `populus start`, one process, NODE_ENV=production, log level error; cold has cache.responses off')
  if (peers.includes('mem')) {
    servers.push({ name: 'mem', ...(await startMem({ url: servers[0].url, paths })) })
    notes.push('mem: a bare node:http server that sends the same bytes from memory')
  }
  return { servers, notes }
}
