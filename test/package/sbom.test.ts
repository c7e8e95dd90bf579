/** The list of parts that a release carries. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const readJson = (path: string) => JSON.parse(readFileSync(fileOf(path), 'utf8'))

interface Part {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string }[]
}

test('lists what is installed with the package and what the panel is built from, with versions and sums, and nothing else', () => {
  const text = execFileSync(process.execPath, [fileOf('scripts/sbom.mjs')], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const document = JSON.parse(text) as {
    readonly components: readonly Part[]
    readonly dependencies: readonly object[]
  }
  expect(document).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'populus', version: readJson('package.json').version } },
  })
  const { components } = document
  const { dependencies, packages } = {
    dependencies: readJson('package.json').dependencies as Record<string, string>,
    packages: readJson('package-lock.json').packages as Record<string, { name?: string; version: string }>,
  }
  const listed = components.map(part => part['bom-ref'])
  const direct = [...Object.keys(dependencies), 'react', '@mantine/core', '@tiptap/core', '@codemirror/view']
  const missing = direct.filter(name => {
    const { name: realName = name, version } = packages[`node_modules/${name}`]!
    return !listed.includes(`${realName}@${version}`)
  })
  expect(missing).toEqual([])
  const names = components.map(({ name }) => name)
  for (const name of ['vitest', 'typescript', 'oidc-provider', 'playwright-core']) expect(names).not.toContain(name)
  expect(components.filter(part => !/^pkg:npm\/.+@/.test(part.purl) || part.hashes?.[0]?.alg !== 'SHA-512')).toEqual([])
  expect(document.dependencies).toHaveLength(components.length + 1)
})
