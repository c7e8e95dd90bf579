/** The source of the server as syntax trees, for tests that look for what nobody may write. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '../..')

/** `src/…`, without tests. */
function sourceFiles(): readonly string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => `src/${name.replaceAll('\\', '/')}`)
    .sort()
}

/** `place: text` of every node that `isWanted`, in files whose text matches `mentions`, which spares parsing the others. */
export function findNodes(mentions: RegExp, isWanted: (node: ts.Node) => boolean): readonly string[] {
  return sourceFiles().flatMap(name => {
    const text = readFileSync(join(ROOT, name), 'utf8')
    return mentions.test(text) ? nodesIn(name, text, isWanted) : []
  })
}

/** The same in one text. */
export function nodesIn(name: string, text: string, isWanted: (node: ts.Node) => boolean): readonly string[] {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(`${name}: ${node.getText(tree).replace(/\s+/g, ' ')}`)
    node.forEachChild(visit)
  }
  visit(tree)
  return found
}
