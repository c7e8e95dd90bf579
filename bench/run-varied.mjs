/** The mode `--varied`: no address is asked twice; ours as it ships, beside Strapi. */
import { compare } from './measure/compare.mjs'
import { variedCases } from './measure/varied.mjs'
import { startTogether } from './servers/together.mjs'

/** A slice has at least so many requests: on a busy machine, its time may be over before the server has warmed up. */
const FEW = { full: 60, quick: 30 }
/** The response cache is on, as it is by default. */
export const OURS = { name: 'ours', responses: true }

export async function runVaried({ database, options, say }) {
  const content = await database.extended(options.size)
  const cases = variedCases(options.cases, options.size)
  const { servers, notes } = await startTogether({ content, peers: options.peers, ours: [OURS], say })
  const found = await compare({
    servers,
    cases,
    cellsOf,
    database: database.process,
    options,
    say,
    few: options.quick ? FEW.quick : FEW.full,
  })
  return { ...found, notes: [...notes, ...found.notes] }
}

function cellsOf({ name, title, strapi, addresses }, server) {
  if (server.name === 'strapi4' && !strapi) return []
  const each = addresses()
  return [{ case: name, title, server, urls: `${each.count} different`, addresses: each }]
}
