// Builds the documentation as a static site into dist/docs: pages, navigation and a search index, without a server.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = join(root, 'docs')

/** The groups of the navigation are the tables below the headings of docs/README.md. */
export function readGroups(text) {
  const groups = []
  for (const line of text.split('\n')) {
    const [, title] = /^## (.+)$/.exec(line) ?? []
    if (title !== undefined) groups.push({ title, pages: [] })
    const [, name, path] = /^\| \[([^\]]+)\]\(([^)#]+)\) \|/.exec(line) ?? []
    if (path !== undefined) groups.at(-1)?.pages.push({ title: name, path })
  }
  return groups.filter(({ pages }) => pages.length > 0)
}

export async function buildDocs(target = join(root, 'dist', 'docs')) {
  // Loaded late: a script that calls this may have installed their library a moment ago.
  const { framedPage, ICON } = await import('./docs-site/page-frame.mjs')
  const { htmlPath, renderPage } = await import('./docs-site/render-page.mjs')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map(path => path.replaceAll('\\', '/'))
  const pages = files.filter(path => path.endsWith('.md'))
  const groups = readGroups(readFileSync(join(source, 'README.md'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const fresh = `${target}-${process.pid}`
  const write = (path, content) => {
    mkdirSync(dirname(join(fresh, path)), { recursive: true })
    writeFileSync(join(fresh, path), content)
  }
  const search = []
  for (const path of pages) {
    const page = renderPage(path, readFileSync(join(source, path), 'utf8'), pages)
    write(htmlPath(path), framedPage({ path, ...page, groups, version }))
    for (const { heading, anchor, text } of page.sections)
      search.push({
        page: page.title,
        heading,
        text,
        url: anchor === '' ? htmlPath(path) : `${htmlPath(path)}#${anchor}`,
      })
  }
  write('search.json', JSON.stringify(search))
  write('icon.svg', ICON)
  for (const name of ['docs.css', 'docs.js']) write(name, readFileSync(join(root, 'scripts', 'docs-site', name)))
  for (const path of files.filter(name => /\.(svg|png|jpg|webp|avif|gif)$/.test(name))) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true })
    copyFileSync(join(source, path), join(fresh, path))
  }
  rmSync(target, { recursive: true, force: true })
  renameSync(fresh, target)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildDocs()
