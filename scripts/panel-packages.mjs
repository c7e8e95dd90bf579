// The packages that the files of the panel import, by name.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function panelPackages() {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'admin', 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const names = files.flatMap(file => {
    const imports = readFileSync(join(folder, file), 'utf8').matchAll(
      /(?:from|import\(?)\s*'((?:@[^/']+\/)?[^./'][^/']*)/g,
    )
    return [...imports].map(([, found]) => found)
  })
  return new Set(names)
}
