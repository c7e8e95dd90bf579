/** A Strapi project whose code opens a `socket.io` server on Strapi's own port, as chats and live pages do. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { io, type Socket } from 'socket.io-client'
import { expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { apiOf } from '../support/worlds/strapi-api.ts'

const FILES = {
  'package.json': JSON.stringify({ name: 'chat', dependencies: { '@strapi/strapi': '4.26.2' } }),
  'content/permissions.json': JSON.stringify({
    public: ['api::message.message.find', 'api::message.message.create'],
  }),
  ...apiOf('message'),
  'src/index.js': `module.exports = {
    bootstrap({ strapi }) {
      const { Server } = require('socket.io')
      strapi.io = new Server(strapi.server.httpServer, { cors: { origin: 'http://localhost:3000', methods: ['GET', 'POST'] } })
      strapi.io.on('connection', socket => {
        socket.on('say', async (text, done) => {
          const { id } = await strapi.entityService.create('api::message.message', { data: { text } })
          done(id)
        })
      })
    },
  }`,
  'src/api/message/content-types/message/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'messages',
    info: { singularName: 'message', pluralName: 'messages', displayName: 'Message' },
    options: { draftAndPublish: false },
    attributes: { text: { type: 'string', required: true } },
  }),
  'src/api/message/content-types/message/lifecycles.js': `module.exports = {
    afterCreate({ result }) {
      strapi.io.emit('message', { id: result.id, text: result.text })
    },
  }`,
}

async function writeProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-chat-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  return folder
}

function listen(address: string, transport: 'polling' | 'websocket') {
  const socket: Socket = io(address, { transports: [transport], reconnection: false })
  cleanUp(async () => void socket.disconnect())
  const messages: unknown[] = []
  socket.on('message', message => messages.push(message))
  return { socket, messages }
}

for (const client of CLIENTS) {
  test(`sockets share the port, write entries and hear of those that the API writes (${client})`, async () => {
    const folder = await writeProject()
    const database = await freshDatabase(client)
    const app = await buildTestApp({ folder, database, dialect: 'strapi4', strapi: true })
    const { address } = await app.listen(0)
    const clients = [listen(address, 'polling'), listen(address, 'websocket')]
    await expect.poll(() => clients.map(({ socket }) => socket.connected)).toEqual([true, true])

    expect(await clients[1]!.socket.timeout(10_000).emitWithAck('say', 'from a socket')).toBe(1)
    const created = await fetch(`${address}/api/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { text: 'from the API' } }),
    })
    expect(created.status).toBe(200)

    const both = [
      { id: 1, text: 'from a socket' },
      { id: 2, text: 'from the API' },
    ]
    for (const { messages } of clients) await expect.poll(() => messages).toEqual(both)
    const { data } = (await (await fetch(`${address}/api/messages?fields=text`)).json()) as { data: unknown }
    expect(data).toEqual(both.map(({ id, text }) => ({ id, attributes: { text } })))
    const left = clients.map(({ socket }) => new Promise(resolve => socket.once('disconnect', resolve)))
    await app.close()
    await Promise.all(left)
  })
}
