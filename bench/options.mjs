/** The flags of `npm run bench`. */
import { parseArgs } from 'node:util'
import { CASE_NAMES } from './measure/cases.mjs'
import { VARIED_NAMES } from './measure/varied.mjs'

export const HELP = `npm run bench -- [flags]

  --quick                 short slices: under two minutes, saves nothing
  --growth                how the cost grows from 1,000 to 100,000 articles, of pages, sorts, filters and totals
  --writes                what is left of the rate of cached reads while entries are written
  --forms                 what the forms beyond Strapi's language cost, beside the plain queries
  --varied                no address is asked twice; ours as it ships, beside Strapi with --peer strapi4
  --second-server         with --writes: a second server on the same database writes
  --database <name>       sqlite, postgres or both (default sqlite)
  --peer <names>          mem (bytes from memory: the ceiling), strapi4 (the real one), none (default mem)
  --size <articles>       10000 by default; 1000 and 100000 are the other sizes of the goals
  --case <names>          some of ${CASE_NAMES.join(', ')};
                          with --varied of ${VARIED_NAMES.join(', ')}
  --seconds <number>      length of a slice (default 4)
  --rounds <number>       slices of each case on each server (default 3)
  --connections <number>  open at the same time (default 16)
  --json                  print the results as JSON
  --save, --no-save       write bench/results, or do not (default: only a full run writes)
  --results <folder>      another folder for the results
  --no-build              take dist/ as it is
  --help`

const DATABASES = { sqlite: ['sqlite'], postgres: ['postgres'], both: ['sqlite', 'postgres'] }
const PEERS = ['mem', 'strapi4']
/** Each measures something else. */
const MODES = ['growth', 'writes', 'forms', 'varied']
const SIZES = [1000, 10_000, 100_000]
const FULL = { seconds: 4, rounds: 3 }
const QUICK = { seconds: 0.4, rounds: 2 }

export class BadFlags extends Error {}

export function readOptions(words) {
  const values = parse(words)
  const quick = values.quick === true
  const speed = quick ? QUICK : FULL
  const mode = modeOf(values)
  const size = whole(values.size ?? '10000', '--size', 25)
  const known = mode === 'varied' ? VARIED_NAMES : CASE_NAMES
  const names = list(values.case, known, '--case')
  const peers = peersOf(values.peer, mode)
  const isFull = mode !== 'varied' || peers.includes('strapi4')
  return Object.freeze({
    help: values.help === true,
    quick,
    mode,
    secondServer: values['second-server'] === true,
    databases: oneOf(values.database ?? 'sqlite', DATABASES, '--database'),
    peers,
    size,
    cases: names ?? known,
    seconds: positive(values.seconds ?? String(speed.seconds), '--seconds'),
    rounds: whole(values.rounds ?? String(speed.rounds), '--rounds', 1),
    connections: whole(values.connections ?? '16', '--connections', 1),
    json: values.json === true,
    save:
      values.save ?? (values['no-save'] !== true && isFull && !quick && names === undefined && SIZES.includes(size)),
    results: values.results,
    build: values['no-build'] !== true,
  })
}

function modeOf(values) {
  const [mode = 'cases', other] = MODES.filter(name => values[name] === true)
  if (other !== undefined) throw new BadFlags(`--${mode} and --${other} do not go together`)
  if (mode === 'growth' && values.quick) throw new BadFlags('--quick and --growth do not go together')
  if (mode !== 'writes' && values['second-server']) throw new BadFlags('--second-server needs --writes')
  return mode
}

function peersOf(given, mode) {
  if (String(given) === 'none') return []
  const peers = list(given, PEERS, '--peer') ?? (mode === 'varied' ? [] : ['mem'])
  if (mode === 'varied' && peers.includes('mem'))
    throw new BadFlags('--varied asks nothing twice: mem has nothing to send')
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
      json: flag,
      save: flag,
      'no-save': flag,
      'no-build': flag,
      help: flag,
    },
    ...{ database: text, size: text, seconds: text, rounds: text, connections: text, results: text },
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
