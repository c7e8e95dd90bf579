/** Questions and answers between two processes. Both ends may ask. */
import { StartError } from '../errors.ts'

/** The questions that a process answers, by name. */
export type Answers = { readonly [name: string]: (input: never) => unknown }

/** The connection that `node:child_process` opens between a process and its child. */
export interface ChannelEnd {
  send(message: object, sent: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'disconnect', listener: () => void): unknown
}

export interface Channel<Others extends Answers> {
  /** Rejects with the other end's error as text, and when the channel is cut. */
  ask<K extends keyof Others & string>(
    name: K,
    ...input: Parameters<Others[K]>
  ): Promise<Awaited<ReturnType<Others[K]>>>
}

type Message =
  | { readonly kind: 'question'; readonly id: number; readonly name: string; readonly input?: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly words: string }

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

export class ChannelCut extends Error {}

export function openChannel<Others extends Answers>(end: ChannelEnd, answers: Answers): Channel<Others> {
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let cut = false
  const send = (message: Message, failed: (error: Error) => void = () => undefined) => {
    if (cut) return failed(new ChannelCut())
    end.send(message, error => error !== null && error !== undefined && failed(new ChannelCut()))
  }
  const settle = (id: number, how: (question: Waiting) => void) => {
    const question = waiting.get(id)
    waiting.delete(id)
    if (question !== undefined) how(question)
  }
  end.on('message', given => {
    const message = given as Message
    if (message.kind === 'question') answer(answers, message).then(send)
    if (message.kind === 'answer') settle(message.id, ({ resolve }) => resolve(message.value as never))
    if (message.kind === 'refusal') settle(message.id, ({ reject }) => reject(new StartError(message.words)))
  })
  end.once('disconnect', () => {
    cut = true
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(new ChannelCut()))
  })
  return {
    ask: (name, ...[input]) =>
      new Promise((resolve, reject) => {
        const id = ++asked
        waiting.set(id, { resolve, reject })
        send({ kind: 'question', id, name, input }, error => settle(id, question => question.reject(error)))
      }),
  }
}

async function answer(answers: Answers, { id, name, input }: Extract<Message, { kind: 'question' }>): Promise<Message> {
  try {
    return { kind: 'answer', id, value: await answers[name]!(input as never) }
  } catch (error) {
    return { kind: 'refusal', id, words: describeError(error) }
  }
}

/** Problems that the user can fix are described without a stack trace. Anything else is a bug and is described in full. */
export function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
