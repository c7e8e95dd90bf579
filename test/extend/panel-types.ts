/** What must and what must not compile with `populus/panel`. `npm run check` compiles this file; it is never run. */
import { definePanel, type FieldGiven } from '../../src/admin-api/panel/define-panel.ts'

export const panel = definePanel({
  fields: {
    colour({ value, onChange, attribute, label }: FieldGiven) {
      onChange(`${value} ${label} ${attribute.maxLength ?? 0}`)
      // @ts-expect-error: no value that JSON can hold
      onChange(() => 1)
      return { update: given => given.onChange(null), destroy() {} }
    },
    // @ts-expect-error: what is returned is no handle
    other: () => 'drawn',
  },
  columns: {
    colour({ entry, value }) {
      entry.title.trim()
      // @ts-expect-error: a cell changes nothing
      onChange(value)
    },
  },
  pages: [
    {
      name: 'colours',
      title: { en: 'Colours' },
      isShown: ({ roles, superAdmin }) => superAdmin || roles.includes('strapi-editor'),
      async render({ api, language }) {
        await api(`/content/api::brand.brand?locale=${language}`, { method: 'GET' })
        // @ts-expect-error: no such method
        await api('/content', { method: 'LIST' })
      },
    },
  ],
  // @ts-expect-error: it draws nothing
  widgets: [{ name: 'palette', title: 'Palette' }],
})
