/** What a person reads at the terminal once a server answers: where it is, and what to do next. */
import type { App } from '../app.ts'
import type { Config } from '../config/config.ts'

/** How many example queries are printed. */
const EXAMPLES = 3

/** Returns the lines for an address that is not known yet. */
export async function readyLines(app: App, config: Config): Promise<(address: string) => readonly string[]> {
  const examples = config.development ? (await app.examples()).slice(0, EXAMPLES) : []
  const code = await app.firstAdminCode()
  return address => [
    `Populus is ready at ${address}`,
    `The admin panel is at ${address}/admin`,
    ...examples.map(({ url }) => `  ${address}${url}`),
    ...(code === undefined ? [] : [firstAdminLine(address, code, config.admin.firstCodeMinutes)]),
  ]
}

function firstAdminLine(address: string, code: string, minutes: number): string {
  const time = minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
  return `There is no administrator yet. Create the first one within ${time} at ${address}/admin/auth/register-admin?code=${code}`
}
