/** `populus init` in the folder of a Strapi v4 project: says what would be served, and leaves the project as it is. */
import { relative } from 'node:path'
import type { CommandArguments, Terminal } from '../../cli/command.ts'
import { loadProjectConfig } from '../../project-config.ts'
import { loadProjectSchema } from '../../schema/load/load-schema.ts'
import { databaseText } from '../../tables/open-database.ts'
import { adoptStrapi } from '../adopt/adopt-strapi.ts'

export async function initStrapi(
  { positionals: [folder = '.'], flags: { database, dialect } }: CommandArguments,
  { env, note, print }: Terminal,
): Promise<void> {
  const { written, left } = await adoptStrapi(folder, { database, dialect })
  const config = await loadProjectConfig({ folder, flags: { database, dialect }, env, warn: note })
  const { schema } = await loadProjectSchema(config)
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const place = relative(process.cwd(), folder)
  print(`${types.length} content types and ${schema.components.size} components can be served as they are,`)
  print(`with the dialect ${config.api.dialect}, from the database ${databaseText(config.database)}`)
  for (const file of written) print(`Wrote ${file}`)
  for (const line of left) print(line)
  print('')
  print('Next:')
  if (place !== '') print(`  cd ${place}`)
  print('  npx populus migrate --plan')
  print('  npx populus dev --port 1338')
}
