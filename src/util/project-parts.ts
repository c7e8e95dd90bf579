/**
 * What a project consists of: every file and folder in it that Populus knows. Backups, restores, `populus dev` and the
 * readers of each folder take the names from here, so that a new kind of folder cannot be forgotten by one of them.
 */
import { join } from 'node:path'

export interface ProjectPart {
  /** Directly in the project folder. */
  readonly path: string
  /** For messages: `rules/ (rules of rows)`. */
  readonly holds: string
  /**
   * - `yes`: part of a backup
   * - `guard`: the same, and it decides who may read or do what. Its links are followed: the server follows them, too.
   * - `apart`: in the archive, but in a form of its own
   * - `no`: belongs to one machine, or can be made again
   */
  readonly archived: 'yes' | 'guard' | 'apart' | 'no'
  /** The files that a server is built from: `populus dev` follows them. */
  readonly followed?: FollowedFiles
}

interface FollowedFiles {
  /** Folders in which they are, at any depth; empty if the part is a file. */
  readonly below: readonly string[]
  readonly files: RegExp
}

function part(path: string, holds: string, archived: ProjectPart['archived'], followed?: FollowedFiles): ProjectPart {
  return Object.freeze({ path, holds, archived, ...(followed === undefined ? {} : { followed }) })
}

const THE_FILE: FollowedFiles = { below: [], files: /^/ }

const SETTINGS = 'settings'
const LOCK_FILE = 'versions of packages'

export const PROJECT_PARTS = Object.freeze({
  rules: part('rules', 'rules of rows', 'guard', { below: ['rules'], files: /^rules\/[^/]*\.json$/ }),
  ownCode: part('populus', 'hooks and routes', 'guard', { below: ['populus'], files: /\.(ts|js|mjs|json)$/ }),
  queries: part('queries', 'named queries', 'guard', { below: ['queries'], files: /^queries\/[^/]*\.json$/ }),
  // Schema files, and those that are refused because they are code.
  source: part('src', 'content types, components, and the code of a Strapi project', 'guard', {
    below: ['src/api', 'src/components', 'src/extensions'],
    files: /\.json$|\/schema\.[cm]?[jt]s$|^src\/components\/.*\.[cm]?[jt]s$/,
  }),
  config: part('config', 'settings of a Strapi project', 'guard', { below: ['config'], files: /\.(js|ts|json)$/ }),
  jsonSettings: part('populus.config.json', SETTINGS, 'guard', THE_FILE),
  jsSettings: part('populus.config.js', SETTINGS, 'guard', THE_FILE),
  mjsSettings: part('populus.config.mjs', SETTINGS, 'guard', THE_FILE),
  tsSettings: part('populus.config.ts', SETTINGS, 'guard', THE_FILE),
  package: part('package.json', 'packages', 'guard', THE_FILE),
  content: part('content', 'content of a new database', 'yes'),
  public: part('public', 'files that are served', 'yes'),
  database: part('database', 'migrations of a Strapi project', 'yes'),
  plugins: part('plugins', 'plugins of a Strapi project', 'yes'),
  patches: part('patches', 'patches of packages', 'yes'),
  types: part('types', 'TypeScript types', 'yes'),
  generatedTypes: part('populus-types.d.ts', 'TypeScript types', 'yes'),
  openApi: part('openapi.json', 'a description of the API', 'yes'),
  npmLock: part('package-lock.json', LOCK_FILE, 'yes'),
  pnpmLock: part('pnpm-lock.yaml', LOCK_FILE, 'yes'),
  yarnLock: part('yarn.lock', LOCK_FILE, 'yes'),
  typescript: part('tsconfig.json', 'settings of TypeScript', 'yes'),
  javascript: part('jsconfig.json', 'settings of JavaScript', 'yes'),
  readme: part('README.md', 'notes', 'yes'),
  gitignore: part('.gitignore', 'settings of git', 'yes'),
  icon: part('favicon.ico', 'an icon', 'yes'),
  imageIcon: part('favicon.png', 'an icon', 'yes'),
  environment: part('.env', 'secrets and addresses', 'apart', THE_FILE),
  packages: part('node_modules', 'installed packages', 'no'),
  data: part('.data', 'the SQLite database', 'no'),
  strapiData: part('.tmp', 'the SQLite database of a Strapi project', 'no'),
  built: part('dist', 'compiled code', 'no'),
  panel: part('build', 'the built panel of Strapi', 'no'),
  cache: part('.cache', 'files that can be made again', 'no'),
  strapi: part('.strapi', 'files that can be made again', 'no'),
} satisfies Record<string, ProjectPart>)

export type PartName = keyof typeof PROJECT_PARTS

const ALL: readonly ProjectPart[] = Object.values(PROJECT_PARTS)

/** The uploaded files, which a backup takes by the rows that name them. */
export const UPLOADS_PATH = `${PROJECT_PARTS.public.path}/uploads`

/** The place of a part, or of something in it, in a project. */
export function partPath(folder: string, name: PartName, ...below: readonly string[]): string {
  return join(folder, PROJECT_PARTS[name].path, ...below)
}

const isArchived = ({ archived }: ProjectPart): boolean => archived === 'yes' || archived === 'guard'

export const ARCHIVED_PARTS: readonly ProjectPart[] = Object.freeze(ALL.filter(isArchived))

/** `undefined` for something that Populus knows nothing about. */
export function partAt(name: string): ProjectPart | undefined {
  return ALL.find(({ path }) => path === name)
}

/** The folders in which files are followed, relative to the project. */
export const FOLLOWED_FOLDERS: readonly string[] = Object.freeze(ALL.flatMap(({ followed }) => followed?.below ?? []))

/** Whether a server is built from the file at this path, relative to the project. */
export function isFollowed(path: string): boolean {
  return partAt(path.split('/')[0]!)?.followed?.files.test(path) ?? false
}
