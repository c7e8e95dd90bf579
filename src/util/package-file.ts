/** Files that come with the package. Code is found in `src/` or, built, in `dist/` and `dist/chunks/`; these files are not. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = packageRoot(dirname(fileURLToPath(import.meta.url)))

/** `packageFile('docs')` is the path of the documentation, whether the sources run or what was built from them. */
export function packageFile(path: string): string {
  return join(ROOT, path)
}

function packageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(dirname(folder))
}
