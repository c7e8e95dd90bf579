import { expect, test } from 'vitest'
import { escapeHtml } from '../../util/text/escape-html.ts'
import { renderTemplate } from './render-template.ts'

const values = new Map([
  ['URL', 'https://x.org'],
  ['USER.username', 'ann'],
  ['TOKEN', '<%= URL %>'],
])

test.each([
  ['Hi <%= USER.username %>: <%=URL%>', 'Hi ann: https://x.org'],
  ['<%= process.env %> <% x %> <%- URL %>', '<%= process.env %> <% x %> <%- URL %>'],
  ['<%= TOKEN %>', '<%= URL %>'],
  ['<%= constructor %> <%= __proto__ %>', '<%= constructor %> <%= __proto__ %>'],
  ['<%= URL + 1 %>', '<%= URL + 1 %>'],
])('%s', (template, text) => {
  expect(renderTemplate(template, values)).toBe(text)
})

test('what a user has typed is shown in HTML as it is', () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;')
})
