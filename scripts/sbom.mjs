// node scripts/sbom.mjs [file]: what the package contains of others, as a CycloneDX document. Written to standard output without a file.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { panelPackages } from './panel-packages.mjs'
import { root } from './run.mjs'

const { name, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const said = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: root, maxBuffer: 256 * 1024 * 1024 })
const all = JSON.parse(said.toString('utf8'))

/** What is installed with the package, and what is built into the files of the panel. */
const wanted = new Set([...installedNames(), ...panelPackages()])
const edges = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
const self = all.metadata.component['bom-ref']
const reached = new Set(edges.get(self).filter(ref => wanted.has(nameOf(ref))))
for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next)

const document = {
  ...all,
  metadata: { ...all.metadata, component: { ...all.metadata.component, name } },
  components: all.components.filter(component => reached.has(component['bom-ref'])),
  dependencies: all.dependencies
    .filter(({ ref }) => ref === self || reached.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(next => reached.has(next)) })),
}
const text = `${JSON.stringify(document, null, 2)}\n`
if (process.argv[2] === undefined) process.stdout.write(text)
else writeFileSync(process.argv[2], text)

/** `npm:@scope/other@^1.0.0` installs a package under another name. */
function installedNames() {
  return Object.entries(dependencies).map(([key, range]) => /^npm:(.+)@/.exec(range)?.[1] ?? key)
}

/** `@scope/name@1.2.3` */
function nameOf(ref) {
  return ref.slice(0, ref.lastIndexOf('@'))
}
