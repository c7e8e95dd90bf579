/** A real SMTP server on a free port; it keeps what it receives. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import { cleanUp } from '../../support/clean-up.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Header and body as they came, with soft line ends and escapes of quoted-printable undone. */
  readonly source: string
}

export async function startMailServer() {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) =>
      username === 'postman' && password === 'letters' ? callback(null, { user: username }) : callback(new Error('no')),
    onRcptTo: ({ address }, _session, callback) =>
      address.startsWith('refused@')
        ? callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        : callback(),
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: readable(Buffer.concat(chunks).toString()),
        })
        callback()
      })
    },
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  cleanUp(() => new Promise<void>(resolve => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    mails,
    /** The next mail after what is there already. */
    async next(work: () => Promise<unknown>): Promise<ReceivedMail> {
      const before = mails.length
      await work()
      await expect.poll(() => mails.length, { interval: 10 }).toBeGreaterThan(before)
      return mails[before]!
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

function readable(source: string): string {
  return source
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/g, bytes => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}
