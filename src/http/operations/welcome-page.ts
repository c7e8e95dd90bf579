/** The page at `/`. Shows a person with a browser that the server runs, what it contains and what to ask it. */
import { escapeHtml } from '../../util/text/escape-html.ts'

export interface WelcomePageInput {
  readonly name: string
  readonly version: string
  readonly types: readonly WelcomeType[]
  readonly examples: readonly WelcomeLink[]
  readonly docs: readonly WelcomeLink[]
}

export interface WelcomeType {
  readonly displayName: string
  readonly path: string
  readonly single: boolean
  /** False: the public may not read it, so it is named but not linked. */
  readonly readable: boolean
  /** The command that makes it public, shown if it is not. */
  readonly grant: string
}

export interface WelcomeLink {
  readonly title: string
  readonly url: string
}

/** A complete HTML document without scripts or external requests. All input is escaped. */
export function welcomePage({ name, version, types, examples, docs }: WelcomePageInput): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(name)} · Populus</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="brand">${LEAF}<span>Populus</span><span class="version">${escapeHtml(version)}</span><span class="status">Running</span></p>
<h1>${escapeHtml(name)}</h1>
<p class="lead">Your content is served as JSON over REST. Pick a type to see it, or try a query.</p>
<p class="panel"><a href="/admin">Open the admin panel</a></p>
</header>
<main>
${section('types', 'Content types', typeList(types))}
${examples.length === 0 ? '' : section('examples', 'Try a query', linkList(examples, 'queries', queryText))}
${docs.length === 0 ? '' : section('docs', 'Documentation', linkList(docs, 'docs'))}
</main>
<footer><p>This page is for people. Programs ask under the paths above.</p></footer>
</body>
</html>
`
}

function section(id: string, heading: string, content: string): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${content}</section>`
}

function typeList(types: readonly WelcomeType[]): string {
  if (types.length === 0) {
    const command = '<code>npx populus types add article title:string! body:richtext</code>'
    return `<p class="empty">There are no content types yet. Add the first one: ${command}</p>`
  }
  return `<ul class="types">${types.map(typeItem).join('')}</ul>`
}

function typeItem({ displayName, path, single, readable, grant }: WelcomeType): string {
  const kind = single ? 'Single type' : 'Collection'
  const inner =
    `<strong>${escapeHtml(displayName)}</strong><code>${escapeHtml(path)}</code>` +
    `<span class="kind">${kind}${readable ? '' : ' · <span class="closed">not public</span>'}</span>`
  return readable
    ? `<li><a class="card" href="${escapeHtml(path)}">${inner}</a></li>`
    : `<li><div class="card">${inner}<span class="grant">To let everybody read it: <code>${escapeHtml(grant)}</code></span></div></li>`
}

function linkList(links: readonly WelcomeLink[], kind: string, detail?: (url: string) => string): string {
  const items = links.map(({ title, url }) => {
    const code = detail === undefined ? '' : `<code>${detail(url)}</code>`
    return `<li><a href="${escapeHtml(url)}"><span>${escapeHtml(title)}</span>${code}</a></li>`
  })
  return `<ul class="${kind}">${items.join('')}</ul>`
}

/** A query in readable form, with an optional line break before each parameter. */
function queryText(url: string): string {
  return escapeHtml(readable(url)).replace(/(\?|&amp;)/g, '<wbr>$1')
}

function readable(url: string): string {
  try {
    return decodeURI(url).replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%3A', ':')
  } catch {
    return url
  }
}

const LEAF =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">' +
  '<path d="M16 2c7 5 11 10 11 15.5C27 23 22.5 26 16 26S5 23 5 17.5C5 12 9 7 16 2Z" fill="currentColor"/>' +
  '<path d="M16 9v21M16 17l5-4M16 21.5l-5.5-4.5" fill="none" stroke="var(--page)" stroke-width="1.8" stroke-linecap="round"/>' +
  '<path d="M16 26v5" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/></svg>'

const STYLE = `
:root{--page:#fbfaf7;--card:#fff;--ink:#1d2721;--soft:#5a675f;--line:#e3e2da;--leaf:#17694a;--tint:#e6f2ec}
@media (prefers-color-scheme:dark){:root{--page:#121714;--card:#1a211d;--ink:#eaf0ec;--soft:#9dada4;--line:#2c3630;--leaf:#74d3a7;--tint:#1c3329}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:clamp(1.5rem,5vw,4rem) clamp(1rem,4vw,2.5rem) 2rem;background:var(--page);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1,h2,p,ul{margin:0;padding:0}
ul{list-style:none}
a{color:inherit;text-decoration:none}
a:focus-visible{outline:3px solid var(--leaf);outline-offset:2px}
code{font:.85em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;color:var(--soft);overflow-wrap:anywhere}
.brand{display:flex;align-items:center;gap:.6rem;color:var(--leaf);font-weight:650}
.version{color:var(--soft);font-weight:400;font-size:.85rem}
h1{margin-top:1.75rem;font-size:clamp(2rem,6vw,3.1rem);line-height:1.1;letter-spacing:-.02em;overflow-wrap:anywhere}
.lead{margin-top:1rem;max-width:42rem;font-size:1.1rem;color:var(--soft)}
.status{display:inline-flex;align-items:center;gap:.45rem;margin-left:auto;padding:.1rem .7rem;border-radius:99rem;background:var(--tint);color:var(--leaf);font-size:.9rem;font-weight:600}
.status::before{content:"";width:.5rem;height:.5rem;border-radius:50%;background:currentColor}
.panel{margin-top:1.5rem}
.panel a{display:inline-block;padding:.55rem 1.1rem;border-radius:.6rem;background:var(--leaf);color:var(--page);font-weight:600}
section{margin-top:3rem}
h2{margin-bottom:1rem;font-size:1.15rem;letter-spacing:-.005em}
.types{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr))}
.card{display:flex;flex-direction:column;gap:.15rem;height:100%;padding:1rem 1.1rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.kind{margin-top:.35rem;font-size:.85rem;color:var(--soft)}
.closed{font-weight:600}
.grant{margin-top:.35rem;font-size:.85rem;color:var(--soft)}
div.card{background:none;border-style:dashed}
div.card strong{color:var(--soft)}
a.card:hover,.queries a:hover{border-color:var(--leaf)}
a.card strong,.queries span{color:var(--leaf)}
.queries{display:grid;gap:.75rem}
.queries a{display:block;padding:.85rem 1.1rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.queries span{display:block;font-weight:600}
.docs{display:flex;flex-wrap:wrap;gap:.6rem 1.75rem}
.docs a{color:var(--leaf);font-weight:600;text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
.docs a:hover{text-decoration-thickness:2px}
.empty{padding:1.25rem;border:1px dashed var(--line);border-radius:.75rem;color:var(--soft)}
footer{margin-top:4rem;padding-top:1.25rem;border-top:1px solid var(--line);color:var(--soft);font-size:.85rem}
`
