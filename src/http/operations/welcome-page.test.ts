import { expect, it } from 'vitest'
import { type WelcomePageInput, welcomePage } from './welcome-page.ts'

const INPUT: WelcomePageInput = {
  name: 'blog',
  version: '0.1.0',
  types: [
    {
      displayName: 'Article',
      path: '/api/articles',
      single: false,
      readable: true,
      grant: 'populus grant public article',
    },
    {
      displayName: 'Subscriber',
      path: '/api/subscribers',
      single: false,
      readable: false,
      grant: 'populus grant public subscriber',
    },
  ],
  examples: [{ title: 'With authors', url: '/api/articles?populate%5B0%5D=author&fields%5B0%5D=title' }],
  docs: [{ title: 'Guide', url: 'https://docs.example/guide?a=1&b=2' }],
}

it('links what the public may read and only names the rest', () => {
  const page = welcomePage(INPUT)
  expect(page).toContain('href="/api/articles"')
  expect(page).not.toContain('href="/api/subscribers"')
  expect(page).toContain('not public')
  expect(page).toContain('populus grant public subscriber')
  expect(page).not.toContain('populus grant public article')
})

it('shows a query with its brackets and links to it unchanged', () => {
  const page = welcomePage(INPUT)
  expect(page).toContain('href="/api/articles?populate%5B0%5D=author&amp;fields%5B0%5D=title"')
  expect(page).toContain('/api/articles<wbr>?populate[0]=author<wbr>&amp;fields[0]=title')
})

it('escapes everything that it is given', () => {
  const hostile = `"><script>alert('x')</script>&`
  const page = welcomePage({
    name: hostile,
    version: hostile,
    types: [true, false].map(readable => ({
      displayName: hostile,
      path: hostile,
      single: false,
      readable,
      grant: hostile,
    })),
    examples: [
      { title: hostile, url: hostile },
      { title: 'broken', url: '/api/%E0%A4%A' },
    ],
    docs: [{ title: hostile, url: hostile }],
  })
  expect(page).not.toContain('<script')
  expect(page).not.toContain(`'x'`)
  expect(page).toContain('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;')
})

it('needs no script and nothing from elsewhere', () => {
  const page = welcomePage({ ...INPUT, docs: [] })
  expect(page).not.toMatch(/<script|https?:|@import|url\(/)
})

it('says how to begin when there are no types, and leaves out empty sections', () => {
  const page = welcomePage({ ...INPUT, types: [], examples: [], docs: [] })
  expect(page).toContain('There are no content types yet')
  expect(page).not.toContain('Try a query')
  expect(page).not.toContain('Documentation')
})
