/** The project of the write tests with search, uploads and an administrator, started once. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { feedPopulus } from '../../cli/run-populus.ts'
import { PROJECT } from '../../content/write/write-app.ts'
import { form } from '../../media/media-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type Client, temporaryFolder } from '../../support/databases.ts'
import { startPostgresServer } from '../../support/servers/embedded-server.ts'
import { type Answer, type Named, type Seeds, World } from './world.ts'
import { emptyDatabase } from './world-database.ts'

const ROOT = { email: 'root@example.org', password: 'root password 1' }
const SEARCH = { title: 3, text: 1, links: 1, blocks: 1 }

/** A world to copy: with people, labels, files and an administrator. It does not run. */
export async function firstWorld(client: Client): Promise<World> {
  const postgres = client === 'postgres' ? await startPostgresServer() : null
  cleanUp(() => postgres?.remove())
  const folder = join(temporaryFolder(), 'project')
  await writeProject(folder)
  const world = new World(folder, await emptyDatabase(postgres, folder), postgres)
  cleanUp(() => world.stop('SIGKILL'))
  await world.start()
  const words = ['admins', 'create', '--email', ROOT.email, '--password', '-', '--folder', folder]
  const place = world.database.client === 'sqlite' ? `sqlite:${world.database.filename}` : world.database.url
  const made = await feedPopulus(`${ROOT.password}\n`, ...words, '--database', place)
  if (made.code !== 0) throw new Error(made.error)
  world.token = (await world.send('POST', '/admin/api/login', ROOT)).body.data.token
  world.seeds = await seed(world)
  await world.stop()
  return world
}

async function writeProject(folder: string): Promise<void> {
  await cp(PROJECT, folder, { recursive: true })
  // Its rows have no files.
  await rm(join(folder, 'content', 'files.json'))
  await mkdir(join(folder, '.data'))
  const upload = ['upload', 'findOne', 'destroy'].map(action => `plugin::upload.content-api.${action}`)
  await changeJson(join(folder, 'content', 'permissions.json'), rights => ({ public: [...rights.public, ...upload] }))
  await changeJson(schemaFile(folder, 'item'), schema => ({
    ...schema,
    pluginOptions: { ...schema.pluginOptions, populus: { search: SEARCH } },
  }))
  await writeFile(join(folder, 'populus.config.json'), JSON.stringify({ api: { dialect: 'strapi4', drafts: 'open' } }))
}

export const schemaFile = (folder: string, type: string): string =>
  join(folder, 'src', 'api', type, 'content-types', type, 'schema.json')

export async function changeJson(file: string, change: (value: Answer['body']) => object): Promise<void> {
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))))
}

async function seed(world: World): Promise<Seeds> {
  const make = async (path: string, name: string): Promise<Named> => {
    const { status, body } = await world.send('POST', `/api/${path}`, { data: { name } })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return { id: body.data.id, name }
  }
  const several = async (path: string, names: readonly string[]) => {
    const made: Named[] = []
    for (const name of names) made.push(await make(path, name))
    return made
  }
  const files = ['f1.txt', 'f2.txt', 'f3.txt'].map(file => ({ name: 'files', value: file, file, type: 'text/plain' }))
  const stored = await world.send('POST', '/api/upload', form(...files))
  return {
    people: await several('people', ['Ada', 'Ben', 'Cleo']),
    labels: await several('labels', ['red', 'green', 'blue', 'grey']),
    files: stored.body.map(({ id, name }: Named) => ({ id, name })),
  }
}
