// What surrounds a page: head, navigation, search.
import { posix } from 'node:path'
import { escapeHtml, htmlPath } from './render-page.mjs'

const LEAF =
  '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">' +
  '<path d="M16 2c7 5 11 10 11 15.5C27 23 22.5 26 16 26S5 23 5 17.5C5 12 9 7 16 2Z" fill="currentColor"/>' +
  '<path d="M16 9v21M16 17l5-4M16 21.5l-5.5-4.5" fill="none" stroke="var(--page)" stroke-width="1.8" stroke-linecap="round"/>' +
  '<path d="M16 26v5" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/></svg>'

/** All addresses are relative, so the site works below any path, and from a disk. */
export function framedPage({ path, title, html, groups, version }) {
  const root = posix.relative(posix.dirname(htmlPath(path)), '.') || '.'
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${path === 'README.md' ? 'Populus documentation' : `${escapeHtml(title)} · Populus`}</title>
<link rel="icon" href="${root}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}/docs.css">
<script src="${root}/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${root}/index.html">${LEAF}<span>Populus</span><span class="version">${escapeHtml(version)}</span></a>
<form class="search" role="search" hidden>
<label for="site-search">Search the documentation</label>
<input id="site-search" type="search" placeholder="Search" autocomplete="off" aria-controls="results">
</form>
</header>
<div class="columns">
<details class="menu"><summary>Pages</summary>${navigation(path, groups)}</details>
<main id="content">
<section id="results" aria-live="polite" aria-label="Search results" hidden></section>
<article>${html}</article>
</main>
</div>
</body>
</html>
`
}

function navigation(path, groups) {
  const from = posix.dirname(htmlPath(path))
  const item = page => {
    const here = page.path === path ? ' aria-current="page"' : ''
    return `<li><a href="${posix.relative(from, htmlPath(page.path))}"${here}>${escapeHtml(page.title)}</a></li>`
  }
  const lists = groups.map(({ title, pages }) => `<h2>${escapeHtml(title)}</h2><ul>${pages.map(item).join('')}</ul>`)
  return `<nav aria-label="Documentation">${lists.join('')}</nav>`
}

export const ICON = LEAF.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" color="#17694a" ').replace(
  'var(--page)',
  '#fff',
)
