/** What must and what must not compile with `populus/extend`. `npm run check` compiles this file; it is never run. */
import { defineHooks, defineRoutes } from '../../src/extend/extend.ts'
import type { Content } from '../client/blog-types.d.ts'

export const hooks = defineHooks<Content>({
  articles: {
    beforeCreate({ data, state }) {
      data.title = data.title.trim()
      state.before = data.slug
      // @ts-expect-error: a number is no title
      data.title = 5
      // @ts-expect-error: no such attribute
      data.titel = 'x'
    },
    async beforeUpdate({ data, id, api }) {
      // @ts-expect-error: an update may leave it out
      data.title.trim()
      const { data: before } = await api.findOne('articles', id, { fields: ['title'] })
      before.attributes.title.trim()
      // @ts-expect-error: not asked for
      before.attributes.body
      await api.asServer.findOne('articles', { slug: 'x' })
      // @ts-expect-error: no such type
      await api.find('articel')
      return { ...data, title: before.attributes.title }
    },
    async afterCreate({ id, data, api, caller }) {
      await api.update('articles', id, { featured: caller.userId === null })
      // @ts-expect-error: what was stored cannot be changed any more
      data.title = 'x'
      // @ts-expect-error: a text is no boolean
      await api.update('articles', id, { featured: 'yes' })
    },
    // @ts-expect-error: the data of a hook are those of its type
    beforeDelete: ({ data }) => data,
  },
  homepage: {},
  users: { afterCreate: ({ data }) => void data.email },
})

export const badHooks = [
  // @ts-expect-error: no such type
  defineHooks<Content>({ articel: {} }),
  // @ts-expect-error: no such hook
  defineHooks<Content>({ tags: { beforeSave() {} } }),
  // @ts-expect-error: other data than those of the type
  defineHooks<Content>({ tags: { beforeCreate: () => ({ nam: 'x' }) } }),
  // Without generated types, every name is accepted.
  defineHooks({ anything: { beforeCreate: ({ data }) => data.whatever } }),
]

export const routes = defineRoutes<Content>([
  {
    method: 'POST',
    path: '/articles/:id/likes',
    auth: true,
    async handler({ params, api }) {
      const { data } = await api.asServer.findOne('articles', params.id!, { fields: ['title'] })
      return { title: data.attributes.title }
    },
  },
])

export const badRoutes = [
  // @ts-expect-error: who may call it has to be said
  defineRoutes<Content>([{ method: 'GET', path: '/x', handler: () => 1 }]),
  // @ts-expect-error: no such method
  defineRoutes<Content>([{ method: 'FETCH', path: '/x', auth: false, handler: () => 1 }]),
  // @ts-expect-error: nothing answers
  defineRoutes<Content>([{ method: 'GET', path: '/x', auth: false }]),
]
