/** What is different from Strapi in this project, found out once, when somebody asks. */
import type { Config } from '../config/config.ts'
import { strapiFor } from '../strapi-support.ts'

/** `undefined` for projects that are not Strapi's. */
export function strapiReport(config: Config) {
  if (!config.strapi) return undefined
  const make = async () => (await strapiFor(config.folder)).report(config)
  let made: ReturnType<typeof make> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
