import { expect, it } from 'vitest'
import { pageToReturnTo } from './auth-places.ts'

const origin = 'https://cms.example'
const after = (wanted: string) => pageToReturnTo({ origin, search: `?redirectTo=${encodeURIComponent(wanted)}` })

it('leads to the page that asked for the sign-in', () => {
  expect(after('/admin/me?tab=1#names')).toBe('/admin/me?tab=1#names')
  expect(after(`${origin}/admin/settings`)).toBe('/admin/settings')
  expect(pageToReturnTo({ origin, search: '' })).toBe('/admin/')
})

it.each([
  'http://[',
  'https://%',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)//admin/',
  'data:text/html,<script>alert(1)</script>',
  `blob:${origin}/admin/`,
  '//evil.example/admin/',
  '\\\\evil.example/admin/',
  '/\\evil.example/admin/',
  '\t//evil.example/admin/',
  'https://evil.example/admin/',
  'https://cms.example@evil.example/admin/',
  'https://cms.example:444/admin/',
  '/admin/..//evil.example',
  '/admin/%2e%2e//evil.example',
  '/administrators',
  '/api/articles',
  '/admin/auth/login?redirectTo=x',
])('leads to the home page instead of %j', wanted => {
  expect(after(wanted)).toBe('/admin/')
})
