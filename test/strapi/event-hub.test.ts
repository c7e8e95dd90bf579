/** `strapi.eventHub`, as in Strapi 4.26.2: who hears what, in which order, and until when. */
import { describe, expect, test } from 'vitest'
import { createEventHub } from '../../src/strapi/run/event-hub.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { apiOf } from '../support/worlds/strapi-api.ts'
import { projectFolder, typeFile } from './adopt/project-folder.ts'

const ACTIONS = ['create', 'find'].map(action => `api::note.note.${action}`)

const FILES = {
  ...typeFile('note', { title: { type: 'string' } }),
  ...apiOf('note'),
  'content/permissions.json': JSON.stringify({ public: ACTIONS }),
  'src/index.js': `module.exports = {
    bootstrap({ strapi }) {
      strapi.heard = []
      strapi.eventHub.once('entry.create', ({ entry }) => strapi.heard.push(['once', entry.title]))
      const stop = strapi.eventHub.on('entry.create', ({ entry }) => {
        strapi.heard.push(['on', entry.title])
        if (entry.title === 'second') stop()
      })
      strapi.eventHub.subscribe((name, { entry }) => strapi.heard.push([name, entry.title]))
    },
  }`,
  'src/api/heard/routes/heard.js': `module.exports = { routes: [
    { method: 'GET', path: '/heard', handler: 'heard.show', config: { auth: false } } ] }`,
  'src/api/heard/controllers/heard.js': 'module.exports = { show: () => strapi.heard }',
}

for (const client of CLIENTS) {
  test(`entries that clients write are heard once, or until the listener is removed (${client})`, async () => {
    const database = await freshDatabase(client)
    const app = await buildTestApp({ folder: projectFolder(FILES), database, dialect: 'strapi4', strapi: true })
    for (const title of ['first', 'second', 'third'])
      await app.inject({ method: 'POST', url: '/api/notes', payload: { data: { title } } })
    expect((await app.inject('/api/heard')).json()).toEqual([
      ['once', 'first'],
      ['on', 'first'],
      ['entry.create', 'first'],
      ['on', 'second'],
      ['entry.create', 'second'],
      ['entry.create', 'third'],
    ])
  })
}

describe('members', () => {
  type Listener = (...values: unknown[]) => unknown
  type Add = (name: string, listener: Listener) => () => unknown
  interface Hub {
    readonly emit: (name: string, ...values: unknown[]) => Promise<unknown>
    readonly on: Add
    readonly once: Add
    readonly addListener: Add
    readonly off: (name: string, listener: Listener) => unknown
    readonly removeListener: Hub['off']
    readonly subscribe: (subscriber: Listener) => () => unknown
    readonly unsubscribe: (subscriber: Listener) => unknown
    readonly destroy: () => Hub
    readonly removeAllListeners: () => Hub
  }

  function open() {
    const { object, hears } = createEventHub()
    const heard: unknown[] = []
    const note =
      (who: string): Listener =>
      (...values) =>
        void heard.push([who, ...values])
    return { hub: object as Hub, hears, heard, note }
  }

  test('listeners hear before subscribers, one after the other, as often as they were added', async () => {
    const { hub, heard, note } = open()
    const twice = note('twice')
    hub.subscribe(note('subscriber'))
    hub.on('sent', async (...values) => {
      await new Promise(resolve => setImmediate(resolve))
      note('slow')(...values)
    })
    hub.addListener('sent', twice)
    hub.on('sent', twice)
    expect(await hub.emit('sent', 1, 2)).toBeUndefined()
    expect(heard).toEqual([
      ['slow', 1, 2],
      ['twice', 1, 2],
      ['twice', 1, 2],
      ['subscriber', 'sent', 1, 2],
    ])
  })

  test('a listener or subscriber is removed once for each time that it was added', async () => {
    const { hub, hears, heard, note } = open()
    const [listener, subscriber] = [note('listener'), note('subscriber')]
    for (const _ of [1, 2]) {
      hub.on('entry.create', listener)
      hub.subscribe(subscriber)
    }
    expect(hub.off('entry.create', listener)).toBeUndefined()
    expect(hub.unsubscribe(subscriber)).toBeUndefined()
    await hub.emit('entry.create')
    expect(heard).toEqual([['listener'], ['subscriber', 'entry.create']])
    hub.removeListener('entry.create', listener)
    hub.unsubscribe(subscriber)
    expect(hears('entry.create')).toBe(false)
  })

  test('what adds returns a function that removes', async () => {
    const { hub, heard, note } = open()
    const added = [
      hub.on('sent', note('on')),
      hub.once('sent', note('once')),
      hub.addListener('sent', note('added')),
      hub.subscribe(note('subscriber')),
    ]
    expect(added.map(remove => remove())).toEqual(added.map(() => undefined))
    await hub.emit('sent')
    expect(heard).toEqual([])
  })

  test('once: one event, also if the listener adds itself again or fails; others stay', async () => {
    const { hub, heard, note } = open()
    const again: Listener = () => {
      note('again')()
      hub.once('sent', again)
    }
    hub.once('sent', again)
    hub.once('sent', () => {
      throw new Error('fails')
    })
    hub.on('sent', note('other'))
    await expect(hub.emit('sent')).rejects.toThrow('fails')
    await hub.emit('sent')
    expect(heard).toEqual([['again'], ['other'], ['again']])
    hub.off('sent', again)
    await hub.emit('sent')
    expect(heard.slice(3)).toEqual([['other']])
  })

  test('off for something that was never added changes nothing', async () => {
    const { hub, heard, note } = open()
    hub.on('sent', note('on'))
    hub.off('sent', note('other'))
    hub.off('nothing', note('other'))
    hub.unsubscribe(note('other'))
    await hub.emit('sent')
    expect(heard).toEqual([['on']])
  })

  test.each(['destroy', 'removeAllListeners'] as const)('%s: only new subscribers hear anything', async name => {
    const { hub, hears, heard, note } = open()
    hub.on('entry.create', note('before'))
    hub.subscribe(note('before'))
    expect(hub[name]()).toBe(hub)
    hub.on('entry.create', note('listener'))
    expect(hears('entry.create')).toBe(false)
    hub.subscribe(note('subscriber'))
    await hub.emit('entry.create')
    expect(heard).toEqual([['subscriber', 'entry.create']])
  })
})
