/** The flags of `npm run bench`. */
import { parseArgs } from 'node:util'
import { CASE_NAMES } from './measure/cases.mjs'
import { GROWING_NAMES } from './measure/growing.mjs'
import { VARIED_NAMES } from './measure/varied.mjs'

export const HELP = `npm run bench -- [flags]

  --quick                 short slices: under two minutes, saves nothing
  --growth                how the cost of reads and writes grows from 10,000 to 1,000,000 articles; beside Strapi with --peer strapi4,
                          up to 100,000
  --sizes <articles>      with --growth: others, such as 10000,100000
  --writes                what is left of the rate of cached reads while entries are written
  --forms                 what the forms beyond Strapi's language cost, beside the plain queries
  --varied                no address is asked twice; ours as it ships, beside Strapi with --peer strapi4
  --nodes                 1 to 3 servers on a PostgreSQL with 0 to 2 replicas: what reads cost each of them, and who answers
  --up-to <grid>          with --nodes: fewer of them, such as 1x1 (default 3x2)
  --live                  how soon live queries get their events, what they take from reads, and the memory of idle ones
  --load                  an hour of reads, writes, uploads and calls of the panel: memory, blocks of the event loop, errors
  --second-server         with --writes: a second server on the same database writes
  --streams <number>      with --live: open at the same time (default 2000); --idle <number>: without events (10000)
  --queries <number>      with --live: different ones (default 50); --rate <number>: writes a second (20)
  --minutes <number>      with --load (default 60)
  --blame                 with --load: prints what the server did in each block of its event loop
  --database <name>       sqlite, postgres or both (default sqlite)
  --peer <names>          mem (bytes from memory: the ceiling), strapi4 (the real one), none (default mem)
  --size <articles>       10000 by default, 100000 with --load; 1000 and 100000 are the other sizes of the goals
  --case <names>          some of ${CASE_NAMES.join(', ')};
                          with --varied and --nodes of ${VARIED_NAMES.join(', ')};
                          with --growth of ${GROWING_NAMES.join(', ')}
  --seconds <number>      length of a slice (default 4, with --growth 2, with --nodes 8, with --live 10)
  --rounds <number>       slices of each case on each server (default 3, with --nodes 2)
  --connections <number>  open at the same time (default 16, with --growth 1)
  --json                  print the results as JSON
  --save, --no-save       write bench/results, or do not (default: only a full run writes)
  --results <folder>      another folder for the results
  --no-build              take dist/ as it is
  --help`

const DATABASES = { sqlite: ['sqlite'], postgres: ['postgres'], both: ['sqlite', 'postgres'] }
const PEERS = ['mem', 'strapi4']
/** Each measures something else. */
const MODES = ['growth', 'writes', 'forms', 'varied', 'nodes', 'live', 'load']
/** Modes whose cases are those of measure/varied.mjs. */
const VARIED = ['varied', 'nodes']
/** What it costs depends on what a server has kept of the table, and hides what all others cost. */
const NOT_ON_NODES = 'contains'
const SIZES = [1000, 10_000, 100_000]
const GROWTH_SIZES = [10_000, 100_000, 1_000_000]
/** Modes that know other cases than the usual ones. */
const NAMES = { varied: VARIED_NAMES, nodes: VARIED_NAMES, growth: GROWING_NAMES }
/** Modes for which bytes from memory are no peer: they ask nothing twice. */
const WITHOUT_MEM = ['growth', ...VARIED]
const FULL = { seconds: 4, rounds: 3, connections: 16 }
const QUICK = { seconds: 0.4, rounds: 2, connections: 16 }
const MOST = { nodes: 3, replicas: 2 }
/** What a mode does otherwise unless it is told. */
const DEFAULTS = {
  growth: { seconds: 2, connections: 1 },
  nodes: { seconds: 8, rounds: 2 },
  live: { seconds: 10 },
  load: { size: 100_000 },
}
/** Numbers that only one mode takes, and what they are unless it is told. */
const OWN = {
  live: { streams: 2000, queries: 50, rate: 20, idle: 10_000 },
  load: { minutes: 60 },
}

export class BadFlags extends Error {}

export function readOptions(words) {
  const values = parse(words)
  const quick = values.quick === true
  const mode = modeOf(values)
  const speed = quick ? QUICK : { ...FULL, ...DEFAULTS[mode] }
  const size = whole(values.size ?? String(DEFAULTS[mode]?.size ?? 10_000), '--size', 25)
  const known = NAMES[mode] ?? CASE_NAMES
  const sizes = sizesOf(values.sizes)
  const names = list(values.case, known, '--case')
  const upTo = gridOf(values['up-to'])
  const peers = peersOf(values.peer, mode)
  const isUsual = Object.keys(OWN[mode] ?? {}).every(name => values[name] === undefined)
  const isFull = isUsual && (mode !== 'varied' || peers.includes('strapi4'))
  const isWhole = names === undefined && upTo === undefined && sizes === undefined
  return Object.freeze({
    help: values.help === true,
    quick,
    mode,
    secondServer: values['second-server'] === true,
    upTo: upTo ?? MOST,
    ...ownNumbers(values),
    blame: values.blame === true,
    databases: oneOf(values.database ?? (mode === 'nodes' ? 'postgres' : 'sqlite'), DATABASES, '--database'),
    peers,
    size,
    sizes: sizes ?? GROWTH_SIZES,
    cases: names ?? known.filter(name => mode !== 'nodes' || name !== NOT_ON_NODES),
    seconds: positive(values.seconds ?? String(speed.seconds), '--seconds'),
    rounds: whole(values.rounds ?? String(speed.rounds), '--rounds', 1),
    connections: whole(values.connections ?? String(speed.connections), '--connections', 1),
    json: values.json === true,
    save: values.save ?? (values['no-save'] !== true && isFull && isWhole && !quick && SIZES.includes(size)),
    results: values.results,
    build: values['no-build'] !== true,
  })
}

function modeOf(values) {
  const [mode = 'cases', other] = MODES.filter(name => values[name] === true)
  if (other !== undefined) throw new BadFlags(`--${mode} and --${other} do not go together`)
  if (mode === 'growth' && values.quick) throw new BadFlags('--quick and --growth do not go together')
  if (mode !== 'writes' && values['second-server']) throw new BadFlags('--second-server needs --writes')
  if (mode !== 'growth' && values.sizes) throw new BadFlags('--sizes needs --growth')
  if (mode !== 'nodes' && values['up-to']) throw new BadFlags('--up-to needs --nodes')
  if (mode === 'nodes' && (values.database ?? 'postgres') !== 'postgres')
    throw new BadFlags('--nodes needs PostgreSQL: a SQLite file has no replicas')
  if (mode !== 'load' && values.blame) throw new BadFlags('--blame needs --load')
  for (const [owner, names] of Object.entries(OWN))
    for (const name of Object.keys(names))
      if (mode !== owner && values[name] !== undefined) throw new BadFlags(`--${name} needs --${owner}`)
  return mode
}

/** `2x1`: up to two servers and one replica. */
function gridOf(given) {
  if (given === undefined) return undefined
  const [, nodes, replicas] = /^(\d)x(\d)$/.exec(given)?.map(Number) ?? []
  if (!(nodes >= 1 && nodes <= MOST.nodes && replicas <= MOST.replicas))
    throw new BadFlags(`--up-to is servers and replicas, from 1x0 to ${MOST.nodes}x${MOST.replicas}, not ${given}`)
  return { nodes, replicas }
}

/** From the smallest on, so that growth has a beginning and an end. */
function sizesOf(given) {
  const sizes = given?.split(',').map(each => whole(each, '--sizes', 25))
  if (sizes !== undefined && sizes.length < 2) throw new BadFlags('--sizes are two or more, with commas between them')
  return sizes?.sort((left, right) => left - right)
}

/** @returns {{ streams: number, queries: number, rate: number, idle: number, minutes: number }} */
function ownNumbers(values) {
  const all = Object.entries({ ...OWN.live, ...OWN.load })
  const given = all.map(([name, usual]) => [name, number(values[name] ?? String(usual), name)])
  return Object.fromEntries(given)
}

/** Minutes may be parts of one. */
function number(text, name) {
  return name === 'minutes' ? positive(text, '--minutes') : whole(text, `--${name}`, 1)
}

function peersOf(given, mode) {
  if (String(given) === 'none') return []
  const peers = list(given, PEERS, '--peer') ?? (WITHOUT_MEM.includes(mode) ? [] : ['mem'])
  if (WITHOUT_MEM.includes(mode) && peers.includes('mem'))
    throw new BadFlags(`--${mode} asks nothing twice: mem has nothing to send`)
  return peers
}

function parse(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  const flag = /** @type {const} */ ({ type: 'boolean' })
  const many = /** @type {const} */ ({ type: 'string', multiple: true })
  const options = {
    ...{
      quick: flag,
      growth: flag,
      writes: flag,
      'second-server': flag,
      forms: flag,
      varied: flag,
      nodes: flag,
      live: flag,
      load: flag,
      blame: flag,
      json: flag,
      save: flag,
      'no-save': flag,
      'no-build': flag,
      help: flag,
    },
    ...{ database: text, size: text, seconds: text, rounds: text, connections: text, results: text },
    ...{ 'up-to': text, sizes: text },
    ...{ streams: text, queries: text, rate: text, idle: text, minutes: text },
    ...{ peer: many, case: many },
  }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new BadFlags(error.message)
  }
}

/** Names with commas between them, or the flag given more than once. */
function list(given, known, flag) {
  const names = given?.flatMap(text => text.split(',')).map(name => name.trim())
  const unknown = names?.find(name => !known.includes(name))
  if (unknown !== undefined)
    throw new BadFlags(`${flag}: there is no ${JSON.stringify(unknown)}; known: ${known.join(', ')}`)
  return names
}

function oneOf(name, known, flag) {
  if (!Object.hasOwn(known, name)) throw new BadFlags(`${flag} is ${Object.keys(known).join(', ')}, not ${name}`)
  return known[name]
}

function whole(text, flag, least) {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < least)
    throw new BadFlags(`${flag} is a whole number from ${least}, not ${text}`)
  return value
}

function positive(text, flag) {
  const value = Number(text)
  if (!(value > 0 && value <= 600)) throw new BadFlags(`${flag} is a number above 0 and up to 600, not ${text}`)
  return value
}
