/** A folder with these files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../databases.ts'

/** Values by path; objects are written as JSON. */
export async function folderWith(files: Readonly<Record<string, string | object>>): Promise<string> {
  const folder = temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}
