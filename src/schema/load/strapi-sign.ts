/** What shows that a folder holds a Strapi project, though its `package.json` does not say so. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, objectAt } from '../json-value.ts'

/** Every Strapi project has the first; projects of our own have none of them. */
const SETTINGS = ['database', 'server', 'admin', 'middlewares'].flatMap(name => [
  `config/${name}.js`,
  `config/${name}.ts`,
])
const LINE = '"dependencies": { "@strapi/strapi": "4.26.2" }'

/** One line that says what was seen and what to write; `undefined` if nothing was. */
export async function strapiSign(
  folder: string,
  files: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const seen = (await foundSettings(folder)) ?? strapiOption(files)
  return seen === undefined
    ? undefined
    : `This seems to be a Strapi project (it has ${seen}), but package.json does not depend on Strapi, so it is read as a project of Populus. To run it as in Strapi, write ${LINE} into package.json`
}

async function foundSettings(folder: string): Promise<string | undefined> {
  for (const path of SETTINGS) {
    const found = await stat(join(folder, path)).catch(() => undefined)
    if (found?.isFile()) return path
  }
  return undefined
}

/** Only types of Strapi's review workflows have it. */
function strapiOption(files: Readonly<Record<string, unknown>>): string | undefined {
  const path = Object.keys(files).find(path => {
    const content = files[path]
    return isObject(content) && 'noStageAttribute' in objectAt(content, 'options')
  })
  return path === undefined ? undefined : `options.noStageAttribute in ${path}`
}
