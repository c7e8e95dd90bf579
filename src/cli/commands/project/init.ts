/** `populus init [folder]`: creates a project, or gets a Strapi v4 project ready. */
import { existsSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { inspectProject } from '../../../config/sources/inspect-project.ts'
import { ensureSecrets } from '../../../config/sources/project-secrets.ts'
import { StartError } from '../../../errors.ts'
import {
  createProject,
  refuseUsedFolder,
  STARTING_POINTS,
  type StartingPoint,
} from '../../../project/create-project.ts'
import { loadProjectConfig } from '../../../project-config.ts'
import { strapiCommand } from '../../../strapi-support.ts'
import { trimBoth } from '../../../util/text/trim-run.ts'
import { VERSION } from '../../../util/version.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { ask } from '../../terminal/ask.ts'
import { DATABASE, DIALECT, DIALECTS, databaseProblem, FOLDER, FROM, PAGES, YES_OR_NO } from './init-questions.ts'

const PAGES_FLAG = 'populate-with-pagination'
const STARTS = [...STARTING_POINTS, 'strapi'] as const

export async function initCommand({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  check('dialect', flags.dialect, DIALECTS)
  check('from', flags.from, STARTS)
  check(PAGES_FLAG, flags[PAGES_FLAG], YES_OR_NO)
  const isHere = positionals[0] === undefined && flags.from === 'strapi'
  const folder = resolve(isHere ? '.' : (positionals[0] ?? (await ask(FOLDER))))
  const adopts = (flags.from ?? 'strapi') === 'strapi' && (await isStrapi(folder))
  if (flags.from === 'strapi' && !adopts)
    throw new StartError(`${folder} is not a Strapi v4 project`, [
      'its package.json does not depend on @strapi/strapi 4',
    ])
  if (adopts) return (await strapiCommand('init')())({ positionals: [folder], flags }, terminal)
  await refuseUsedFolder(folder)
  const from = flags.from ?? (await ask(FROM))
  await create(folder, from as StartingPoint, flags, terminal)
}

async function create(
  folder: string,
  from: StartingPoint,
  flags: CommandArguments['flags'],
  { env, note, print }: Terminal,
): Promise<void> {
  const name = flags.name ?? (await ask({ text: 'Name in package.json', otherwise: packageName(folder) }))
  const database = flags.database ?? (await ask(DATABASE))
  const unusable = databaseProblem(database)
  if (unusable !== undefined) throw new StartError(unusable)
  const dialect = flags.dialect ?? (await ask(DIALECT))
  const pages = dialect === 'strapi4' ? undefined : (flags[PAGES_FLAG] ?? (await ask(PAGES)))
  await createProject(folder, from, {
    name: packageName(name),
    database: database === 'sqlite' ? null : database,
    api: {
      ...(dialect === 'document' && flags.dialect === undefined ? {} : { dialect }),
      ...(pages === undefined ? {} : { populateWithPagination: pages === 'yes' }),
    },
    hasUploads: from === 'blog',
    version: VERSION,
  })
  await ensureSecrets(await loadProjectConfig({ folder, flags: {}, env: withoutDatabase(env), warn: note }), () => {})
  const place = relative(process.cwd(), folder)
  print(`Created ${place === '' ? 'the project' : place}`)
  print('')
  print('Next:')
  if (place !== '') print(`  cd ${place}`)
  print('  npm install')
  if (from === 'empty') print('  npx populus types add recipe title:string! body:richtext')
  print('  npm run dev')
  if (from === 'empty') print('  npx populus grant public recipe')
}

async function isStrapi(folder: string): Promise<boolean> {
  return existsSync(join(folder, 'package.json')) && (await inspectProject(folder)).strapiVersion === 4
}

function check(flag: string, given: string | undefined, known: readonly string[]): void {
  if (given === undefined || known.includes(given)) return
  throw new StartError(`--${flag} ${given} is not a choice`, [`choose ${known.join(' or ')}`])
}

/** npm accepts small letters, digits and `-`. */
function packageName(path: string): string {
  const name = trimBoth(
    basename(path)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-'),
    '-',
  )
  return name === '' ? 'my-project' : name
}

/** The shell's database is not the new project's. */
function withoutDatabase(env: Terminal['env']): Terminal['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^DATABASE_/.test(name)))
}
