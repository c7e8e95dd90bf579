/** What a person reads at the terminal once a server answers: where it is, and what to do next. */
import type { App } from '../../app.ts'
import type { Config } from '../../config/config.ts'
import { populusCommand } from '../../util/populus-command.ts'

/** How many example queries are printed. */
const EXAMPLES = 3

/** Returns the lines for an address that is not known yet. */
export async function readyLines(app: App, config: Config): Promise<(address: string) => readonly string[]> {
  const examples = config.development ? (await app.examples()).slice(0, EXAMPLES) : []
  const next = config.development ? nextLines(await app.types(), config.folder) : []
  const code = await app.firstAdminCode()
  return address => [
    `Populus is ready at ${address}`,
    `The admin panel is at ${address}/admin`,
    ...examples.map(({ url }) => `  ${address}${url}`),
    ...next,
    ...(code === undefined ? [] : [firstAdminLine(address, code, config.admin.firstCodeMinutes)]),
  ]
}

/** What to type if nothing can be read yet. */
function nextLines(types: Awaited<ReturnType<App['types']>>, folder: string): readonly string[] {
  const command = (words: string) => populusCommand(words, folder)
  const [first] = types
  if (first === undefined)
    return [
      `There are no content types yet. Add one: ${command('types add recipe title:string! body:richtext')}`,
      'populus dev serves it as soon as it is saved; populus start has to be started again.',
    ]
  if (types.some(({ isPublic }) => isPublic)) return []
  return [
    'Nothing is public yet. Let everybody read a type, or make a token that reads everything:',
    `  ${command(`grant public ${first.name}`)}`,
    `  ${command('tokens create my-app')}`,
  ]
}

function firstAdminLine(address: string, code: string, minutes: number): string {
  const time = minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
  return `There is no administrator yet. Create the first one within ${time} at ${address}/admin/auth/register-admin?code=${code}`
}
