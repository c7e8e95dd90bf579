/** `populus init [folder]`: creates a project. */
import { existsSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { loadConfig } from '../../config/load-config.ts'
import { ensureSecrets } from '../../config/sources/project-secrets.ts'
import { inspectProject } from '../../config/strapi-files/inspect-project.ts'
import { StartError } from '../../errors.ts'
import { createProject, STARTING_POINTS, type StartingPoint } from '../../project/create-project.ts'
import { VERSION } from '../../util/version.ts'
import { ask } from '../ask.ts'
import type { CommandArguments, Terminal } from '../command.ts'

const DIALECTS = ['document', 'strapi4']

export async function initCommand({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { env, note, print } = terminal
  const folder = resolve(positionals[0] ?? (await ask('Folder', 'my-project')))
  await refuseStrapi(folder)
  const from = choice('from', flags.from ?? (await ask(`Start from ${STARTING_POINTS.join(' or ')}`, 'blog')))
  const database =
    flags.database ?? (await ask('Database: sqlite, or postgres://user:password@host:5432/name', 'sqlite'))
  if (flags.dialect !== undefined && !DIALECTS.includes(flags.dialect))
    throw new StartError(`--dialect ${flags.dialect} is not a choice`, [`choose ${DIALECTS.join(' or ')}`])
  await createProject(folder, from, {
    name: flags.name ?? packageName(folder),
    database: database === 'sqlite' ? null : database,
    dialect: flags.dialect ?? null,
    hasUploads: from === 'blog',
    version: VERSION,
  })
  await ensureSecrets(await loadConfig({ folder, flags: {}, env: withoutDatabase(env), warn: note }), () => {})
  const place = relative(process.cwd(), folder)
  print(`Created ${place === '' ? 'the project' : place}`)
  print('')
  print('Next:')
  if (place !== '') print(`  cd ${place}`)
  print('  npm install')
  print('  npm start')
  if (from === 'empty') print('  npx populus types add recipe title:string! body:richtext')
}

/** A Strapi project needs no other one. */
async function refuseStrapi(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'package.json'))) return
  const { strapiVersion } = await inspectProject(folder)
  if (strapiVersion === undefined) return
  throw new StartError(`${folder} is a Strapi project already`, [
    `populus start ${join(relative(process.cwd(), folder), '.')} serves it as it is`,
  ])
}

function choice(flag: string, given: string): StartingPoint {
  const found = STARTING_POINTS.find(known => known === given)
  if (found === undefined)
    throw new StartError(`--${flag} ${given} is not a choice`, [
      `choose ${STARTING_POINTS.join(' or ')}`,
      'a Strapi v4 project needs no init: populus start serves it as it is',
    ])
  return found
}

/** npm accepts small letters, digits and `-`. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return name === '' ? 'my-project' : name
}

/** The shell's database is not the new project's. */
function withoutDatabase(env: Terminal['env']): Terminal['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^DATABASE_/.test(name)))
}
