/** The files of a new project, besides its content types. */

export interface ProjectWish {
  /** The name in `package.json`. */
  readonly name: string
  /** `null`: SQLite in the project's own folder. */
  readonly database: string | null
  /** The settings of the API that differ from the defaults. */
  readonly api: Readonly<Record<string, unknown>>
  /** Whether the project brings files of its own in `public/uploads`. */
  readonly hasUploads: boolean
  /** The version of Populus that the project asks for. */
  readonly version: string
}

/** By path. Secrets are added to `.env` later. */
export function projectFiles({ name, database, api, version, hasUploads }: ProjectWish): ReadonlyMap<string, string> {
  return new Map([
    ['package.json', json(manifest(name, version))],
    ['.gitignore', `.data/\n.env\nnode_modules/\n${hasUploads ? '' : 'public/uploads/\n'}`],
    ['.env', database === null ? '' : `DATABASE_URL=${database}\n`],
    ['README.md', readme(name)],
    ['populus.config.json', json({ api })],
    ['tsconfig.json', json(TSCONFIG)],
  ])
}

/** For editors and type checks: the server runs TypeScript without it. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
}

function manifest(name: string, version: string) {
  return {
    name,
    private: true,
    type: 'module',
    scripts: { dev: 'populus dev', start: 'populus start', types: 'populus types' },
    dependencies: { populus: `^${version}` },
    // Newer versions of npm run install scripts only if they are allowed. This one downloads or compiles SQLite.
    allowScripts: { 'better-sqlite3': true },
  }
}

function readme(name: string): string {
  return `# ${name}

A content API with [Populus](https://www.npmjs.com/package/populus).

\`\`\`sh
npm install
npm run dev          # http://127.0.0.1:1337/api, with the admin panel at /admin; changes of the schema are live at once
npm start            # the same without following changes, for production
\`\`\`

| place | what it holds |
|---|---|
| \`src/api/<name>/content-types/<name>/schema.json\` | content types: \`npx populus types add recipe title:string! body:richtext\` |
| \`src/components/<category>/<name>.json\` | components |
| \`content/\` | the entries that a new database starts with, if the folder exists |
| \`populus.config.json\` | settings |
| \`.env\` | secrets and the database's address; never part of the repository |
| \`.data/\` | the SQLite database, if no other is set |

What anonymous callers may read is granted for each type: \`npx populus grant public recipe\`. Programs get a token:
\`npx populus tokens create my-app\`. TypeScript types of the content: \`npm run types\`.
`
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
