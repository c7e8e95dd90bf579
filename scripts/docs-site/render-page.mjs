// One page of the documentation: Markdown -> HTML, with links to the other pages, and its parts for the search.
import { posix } from 'node:path'
import { Marked } from 'marked'

/** The name by which a heading can be linked to, as GitHub makes it. */
function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = text => text.replace(/[&<>"]/g, character => ENTITIES[character])

/** `reference/query.md` -> `reference/query.html`; the first page is `index.html`. */
export const htmlPath = path => (path === 'README.md' ? 'index.html' : path.replace(/\.md$/, '.html'))

/**
 * `pages` are the paths of all pages. Links to other files of the repository lead nowhere in the site, so only their text
 * stays.
 */
export function renderPage(path, text, pages) {
  const sections = []
  const used = new Map()
  let section = { heading: '', anchor: '', text: '' }
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const title = plainText(tokens)
        const anchor = distinct(slugOf(title), used)
        if (depth <= 3) {
          section = { heading: title, anchor: depth === 1 ? '' : anchor, text: '' }
          sections.push(section)
        }
        const mark =
          depth === 1 ? '' : `<a class="mark" href="#${anchor}" aria-label="Link to ${escapeHtml(title)}">#</a>`
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}${mark}</h${depth}>\n`
      },
      paragraph({ tokens }) {
        section.text += ` ${plainText(tokens)}`
        return `<p>${this.parser.parseInline(tokens)}</p>\n`
      },
      code({ text: code, lang }) {
        const label = lang === undefined || lang === '' ? 'Example' : `Example: ${lang}`
        return `<pre tabindex="0" aria-label="${escapeHtml(label)}"><code>${escapeHtml(code)}</code></pre>\n`
      },
      table({ header, rows }) {
        const cells = (list, tag) =>
          `<tr>${list.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
        for (const row of rows) section.text += ` ${row.map(cell => plainText(cell.tokens)).join(' ')}`
        const title = header.map(cell => plainText(cell.tokens)).join(', ')
        return `<div class="table" role="group" tabindex="0" aria-label="Table: ${escapeHtml(title)}"><table><thead>${cells(header, 'th')}</thead><tbody>${rows.map(row => cells(row, 'td')).join('')}</tbody></table></div>\n`
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const target = resolveLink(path, href, pages)
        return target === null ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`
      },
      image({ href, text: alternative }) {
        return `<img src="${escapeHtml(href)}" alt="${escapeHtml(alternative)}">`
      },
      html: ({ text: raw }) => escapeHtml(raw),
    },
  })
  const html = marked.parse(text)
  return { title: sections[0]?.heading ?? path, html, sections: sections.map(tidy) }
}

/** A heading that occurs again gets a number, as on GitHub. */
function distinct(slug, used) {
  const before = used.get(slug) ?? 0
  used.set(slug, before + 1)
  return before === 0 ? slug : `${slug}-${before}`
}

/** `null` for a file that is not part of the site. */
function resolveLink(path, href, pages) {
  if (/^https?:/.test(href) || href.startsWith('#')) return href
  const [file, anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(path), file))
  if (!pages.includes(target)) return null
  const relative = posix.relative(posix.dirname(htmlPath(path)), htmlPath(target))
  return anchor === undefined ? relative : `${relative}#${anchor}`
}

function plainText(tokens) {
  return tokens
    .map(token => (token.tokens === undefined ? (token.text ?? '') : plainText(token.tokens)))
    .join('')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** What the search looks through is bounded: the beginning of a section says what it is about. */
const MOST_TEXT = 600

const tidy = ({ heading, anchor, text }) => ({
  heading,
  anchor,
  text: text.replace(/\s+/g, ' ').trim().slice(0, MOST_TEXT),
})
