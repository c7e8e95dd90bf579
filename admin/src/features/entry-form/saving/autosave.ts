/**
 * Keeps every change: in the browser at once, on the server as the person's draft soon after. Other tabs with the same entry
 * get the changes too, so that two tabs are one form.
 */
import type { OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Cell } from '../store/cell.ts'
import type { FormValue } from '../store/form-value.ts'
import type { EntrySession } from './entry-session.ts'
import { draftKey, dropDraft, keepDraft } from './local-drafts.ts'

const LOCAL_AFTER = 150
const SERVER_AFTER = 1200
const RETRY_AFTER = 5000

/** `here`: in this browser only. `nowhere`: the page must stay open. */
export interface Kept {
  readonly where: 'clean' | 'waiting' | 'here' | 'server' | 'nowhere'
  readonly at: string | null
}

type Message =
  | { readonly kind: 'values'; readonly values: Readonly<Record<string, FormValue>> }
  | { readonly kind: 'saved'; readonly entry: OpenEntry }

export class Autosave {
  readonly kept = new Cell<Kept>({ where: 'clean', at: null })
  private readonly session: EntrySession
  private readonly person: number
  private readonly touched = new Set<string>()
  private channel: BroadcastChannel | undefined
  private localTimer: ReturnType<typeof setTimeout> | undefined
  private serverTimer: ReturnType<typeof setTimeout> | undefined
  private stops: (() => void)[] = []
  private isReceiving = false
  private isOnServer: boolean
  /** True if the entry did not exist when the form was opened. */
  private readonly isNew: boolean
  /** Drafts that the server is still to forget. */
  private readonly unwanted = new Set<string>()
  private sending: Promise<void> = Promise.resolve()
  private generation = 0

  constructor(session: EntrySession, person: number) {
    this.session = session
    this.person = person
    this.isOnServer = session.meta.get().entry?.draft != null
    this.isNew = !session.exists
  }

  start(): () => void {
    const { session } = this
    this.listen()
    const now = () => this.isDirty() && void this.flush()
    const hidden = () => document.visibilityState === 'hidden' && this.isDirty() && void this.keepHere()
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', hidden)
    this.stops = [
      session.store.values.subscribeAll(path => this.noticed(path)),
      session.onSaved(entry => this.saved(entry)),
      session.onSending(() => void this.keepHere()),
      () => window.removeEventListener('online', now),
      () => document.removeEventListener('visibilitychange', hidden),
      () => this.closeChannel(),
    ]
    if (this.isDirty()) this.schedule()
    return () => {
      for (const stop of this.stops) stop()
      if (this.isDirty() && this.kept.get().where !== 'clean') void this.flush()
      this.stopTimers()
      this.stops = []
    }
  }

  /** Everything that is not kept yet, now. */
  async flush(): Promise<void> {
    await this.keepHere()
    await this.keepOnServer()
  }

  /** The person does not want the changes any more. */
  async drop(): Promise<void> {
    this.generation += 1
    this.stopTimers()
    this.touched.clear()
    this.kept.set({ where: 'clean', at: null })
    await this.forget(this.session.keptAs)
  }

  private stopTimers(): void {
    clearTimeout(this.localTimer)
    clearTimeout(this.serverTimer)
    this.localTimer = undefined
    this.serverTimer = undefined
  }

  private isDirty(): boolean {
    return this.session.store.changed.keys().length > 0
  }

  private noticed(path: string): void {
    if (this.isReceiving) return
    const dot = path.indexOf('.')
    this.touched.add(dot === -1 ? path : path.slice(0, dot))
    this.schedule()
  }

  private schedule(): void {
    if (this.kept.get().where !== 'waiting') this.kept.set({ where: 'waiting', at: this.kept.get().at })
    this.localTimer ??= setTimeout(() => void this.keepHere(), LOCAL_AFTER)
    this.serverTimer ??= setTimeout(() => void this.keepOnServer(), SERVER_AFTER)
  }

  /** In this browser, at once. */
  async keepHere(): Promise<void> {
    clearTimeout(this.localTimer)
    this.localTimer = undefined
    this.tell()
    const { session, generation } = this
    const changes = session.changes()
    if (Object.keys(changes).length === 0) return this.clean()
    const base = session.meta.get().entry?.version ?? null
    const savedAt = new Date().toISOString()
    const key = draftKey(this.person, session.type.uid, session.keptAs)
    try {
      await keepDraft({ key, base, changes, savedAt, isOnServer: false })
      if (generation !== this.generation) await dropDraft(key)
      else if (this.kept.get().where === 'waiting') this.kept.set({ where: 'here', at: savedAt })
    } catch {
      if (this.kept.get().where === 'waiting') this.kept.set({ where: 'nowhere', at: null })
    }
  }

  private async keepOnServer(): Promise<void> {
    clearTimeout(this.serverTimer)
    this.serverTimer = undefined
    return this.inTurn(() => this.sendDraft())
  }

  /** One request about the draft at a time: one that overtakes another would undo it. */
  private inTurn(task: () => Promise<void>): Promise<void> {
    this.sending = this.sending.then(task)
    return this.sending
  }

  private async sendDraft(): Promise<void> {
    const { session, generation } = this
    const changes = session.changes()
    if (Object.keys(changes).length === 0) return
    const id = session.keptAs
    const base = session.meta.get().entry?.version ?? null
    const title = session.store.values.get(session.type.titleField)
    this.unwanted.delete(id)
    // The server may have it even if its answer does not arrive.
    this.isOnServer = true
    try {
      const { data } = await call('PUT /drafts/:uid/:id', {
        params: { uid: session.type.uid, id },
        body: {
          base,
          changes: changes as unknown as Json,
          ...(typeof title === 'string' && title !== '' ? { title: title.slice(0, 255) } : {}),
          ...(session.locale === null ? {} : { locale: session.locale }),
        },
      })
      // What is kept in this browser may be newer.
      if (generation !== this.generation || id !== session.keptAs) return void this.forgetThere(id)
      const key = draftKey(this.person, session.type.uid, id)
      if (this.localTimer === undefined) {
        await keepDraft({ key, base, changes, savedAt: data.savedAt, isOnServer: true }).catch(() => undefined)
        this.kept.set({ where: 'server', at: data.savedAt })
      }
    } catch (error) {
      // Tried again: a connection returns, and a draft that is too large may become smaller.
      if (error instanceof ApiError && generation === this.generation)
        this.serverTimer ??= setTimeout(() => void this.keepOnServer(), RETRY_AFTER)
    }
  }

  private saved(entry: OpenEntry): void {
    this.generation += 1
    const isClean = !this.isDirty()
    if (!this.isReceiving) this.post({ kind: 'saved', entry })
    if (this.isNew) void this.forget(this.session.draftId)
    if (isClean) {
      this.stopTimers()
      this.touched.clear()
      this.kept.set({ where: 'clean', at: null })
      void this.forget(String(entry.id))
    } else this.schedule()
  }

  private async clean(): Promise<void> {
    this.generation += 1
    this.kept.set({ where: 'clean', at: null })
    await this.forget(this.session.keptAs)
  }

  private async forget(id: string): Promise<void> {
    const key = draftKey(this.person, this.session.type.uid, id)
    const there = this.isOnServer || this.isNew ? this.forgetThere(id) : undefined
    await dropDraft(key).catch(() => undefined)
    await there
  }

  private forgetThere(id: string): Promise<void> {
    this.unwanted.add(id)
    return this.inTurn(() => this.sendUnwanted())
  }

  private async sendUnwanted(): Promise<void> {
    const { uid } = this.session.type
    for (const id of [...this.unwanted]) {
      try {
        await call('DELETE /drafts/:uid/:id', { params: { uid, id } })
        this.unwanted.delete(id)
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) this.unwanted.delete(id)
        else setTimeout(() => void this.inTurn(() => this.sendUnwanted()), RETRY_AFTER)
      }
    }
  }

  private listen(): void {
    if (typeof BroadcastChannel === 'undefined') return
    this.channel = new BroadcastChannel(`populus:${this.person}/${this.session.type.uid}/${this.session.keptAs}`)
    this.channel.onmessage = event => this.receive(event.data as Message)
  }

  /** What is kept after this is not posted: a closed channel would throw, and the work would be lost. */
  private closeChannel(): void {
    this.channel?.close()
    this.channel = undefined
  }

  private receive(message: Message): void {
    this.isReceiving = true
    if (message.kind === 'saved') this.session.accept(message.entry, [...this.touched])
    else for (const [name, value] of Object.entries(message.values)) this.session.store.replace(name, value)
    this.isReceiving = false
  }

  private tell(): void {
    const names = [...this.touched]
    this.touched.clear()
    if (names.length === 0) return
    this.post({
      kind: 'values',
      values: Object.fromEntries(names.map(name => [name, this.session.store.read(name)])),
    })
  }

  private post(message: Message): void {
    this.channel?.postMessage(message)
  }
}
