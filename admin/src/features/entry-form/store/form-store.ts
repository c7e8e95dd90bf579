/**
 * The state of one form. Every value has a path of its own (`title`, `blocks.quote-3.text`), in which a part is named by its
 * key, so that moving a part changes one list and nothing below it.
 */
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { isDifferent } from './entry-input.ts'
import {
  type Attributes,
  type ComponentAttributes,
  type FormValue,
  type FormValues,
  isParts,
  type PartReference,
  type PartValue,
} from './form-value.ts'
import { KeyedState } from './keyed-state.ts'
import { UndoHistory } from './undo-history.ts'

export interface FormModel {
  readonly attributes: Attributes
  readonly components: ComponentAttributes
}

export class FormStore {
  readonly model: FormModel
  /** By path. Parts are lists of `PartReference`. */
  readonly values = new KeyedState<FormValue | readonly PartReference[]>()
  /** What is wrong, by path. */
  readonly problems = new KeyedState<string>()
  /** Which parts are open, by path. */
  readonly open = new KeyedState<boolean>()
  /** The attributes that differ from what is saved. */
  readonly changed = new KeyedState<true>()
  /** What the person has done here. What comes from the server or from another tab is no part of it. */
  readonly history: UndoHistory
  private savedValues: FormValues

  constructor(model: FormModel, saved: FormValues) {
    this.model = model
    this.savedValues = saved
    for (const name of Object.keys(model.attributes)) this.write(name, model.attributes[name]!, saved[name] ?? null)
    this.values.subscribeAll(path => this.touch(path))
    this.history = new UndoHistory(this)
  }

  get saved(): FormValues {
    return this.savedValues
  }

  /** Removes the problem of the value: it is for the next check to say whether there is still one. */
  set(path: string, value: FormValue): void {
    this.history.act(() => this.values.set(path, value), path)
    this.problems.delete(path)
  }

  /** A value that the form makes of another one. It is undone together with what the person did. */
  follow(path: string, value: FormValue): void {
    this.history.follow(() => this.values.set(path, value))
    this.problems.delete(path)
  }

  /** The value of an attribute of the entry with everything below it. */
  read(name: string): FormValue {
    return this.readAt(name, this.model.attributes[name]!)
  }

  readAll(): FormValues {
    return Object.fromEntries(Object.keys(this.model.attributes).map(name => [name, this.read(name)]))
  }

  replace(name: string, value: FormValue): void {
    const attribute = this.model.attributes[name]
    if (attribute !== undefined) this.write(name, attribute, value)
  }

  /** `undefined` inside a part that is not there. */
  attributeAt(path: string): AttributeInfo | undefined {
    const steps = path.split('.')
    let attributes = this.model.attributes
    for (let index = 0; index + 1 < steps.length; index += 2) {
      const part = this.parts(steps.slice(0, index + 1).join('.')).find(({ key }) => key === steps[index + 1])
      if (part === undefined) return undefined
      attributes = this.model.components(part.component)
    }
    return attributes[steps.at(-1)!]
  }

  /** The value at any path with everything below it. */
  readAt(path: string, attribute: AttributeInfo): FormValue {
    if (isParts(attribute)) return this.parts(path).map(part => this.readPart(path, part))
    return (this.values.get(path) ?? null) as FormValue
  }

  replaceAt(path: string, attribute: AttributeInfo, value: FormValue): void {
    this.history.act(() => this.write(path, attribute, value))
    for (const key of this.problems.keys()) if (key === path || key.startsWith(`${path}.`)) this.problems.delete(key)
  }

  changedNames(): readonly string[] {
    return this.changed.keys().filter(name => isDifferent(this.savedValues[name], this.read(name)))
  }

  /** Forgets names that were changed back. Compares whole values, so it is not for every key press. */
  settle(): readonly string[] {
    const names = this.changedNames()
    for (const name of this.changed.keys()) if (!names.includes(name)) this.changed.delete(name)
    return names
  }

  /**
   * The server has `saved` now. Attributes that are not in `keep` show it; the others stay as they are, and their new parts
   * get the ids that the server gave them.
   */
  setSaved(saved: FormValues, keep: readonly string[] = []): void {
    this.savedValues = saved
    for (const [name, attribute] of Object.entries(this.model.attributes)) {
      if (keep.includes(name)) this.adoptIds(name, attribute, saved[name] ?? null)
      else this.write(name, attribute, saved[name] ?? null)
    }
    for (const name of Object.keys(this.model.attributes)) this.changed.delete(name)
    for (const name of keep) this.changed.set(name, true)
    this.settle()
  }

  parts(path: string): readonly PartReference[] {
    return (this.values.get(path) ?? []) as readonly PartReference[]
  }

  insertPart(path: string, index: number, part: PartValue): void {
    const list = [...this.parts(path)]
    list.splice(index, 0, reference(part))
    this.history.act(() => {
      this.writePart(path, part)
      this.values.set(path, list)
    })
    this.problems.delete(path)
  }

  removePart(path: string, key: string): void {
    const list = this.parts(path).filter(part => part.key !== key)
    for (const name of this.problems.keys()) if (name.startsWith(`${path}.${key}.`)) this.problems.delete(name)
    this.history.act(() => this.values.set(path, list))
    this.problems.delete(path)
  }

  movePart(path: string, from: number, to: number): void {
    const list = [...this.parts(path)]
    const [part] = list.splice(from, 1)
    if (part === undefined) return
    list.splice(Math.max(0, Math.min(to, list.length)), 0, part)
    this.history.act(() => this.values.set(path, list))
  }

  readPart(path: string, part: PartReference): PartValue {
    const attributes = this.model.components(part.component)
    const values = Object.fromEntries(
      Object.entries(attributes).map(([name, attribute]) => [
        name,
        this.readAt(`${path}.${part.key}.${name}`, attribute),
      ]),
    )
    return { ...part, values }
  }

  private write(path: string, attribute: AttributeInfo, value: FormValue): void {
    if (!isParts(attribute)) {
      this.values.set(path, value)
      return
    }
    const parts = value as readonly PartValue[]
    for (const part of parts) this.writePart(path, part)
    const list = parts.map(reference)
    if (!sameReferences(this.parts(path), list) || !this.values.has(path)) this.values.set(path, list)
  }

  private writePart(path: string, { key, component, values }: PartValue): void {
    for (const [name, attribute] of Object.entries(this.model.components(component)))
      this.write(`${path}.${key}.${name}`, attribute, values[name] ?? null)
  }

  /** Parts have the ids that the server knows them by. Those that it does not have are new ones. */
  adoptSavedIds(name: string): void {
    const attribute = this.model.attributes[name]
    if (attribute !== undefined) this.adoptIds(name, attribute, this.savedValues[name] ?? null)
  }

  private adoptIds(path: string, attribute: AttributeInfo, saved: FormValue): void {
    if (!isParts(attribute)) return
    const known = (saved ?? []) as readonly PartValue[]
    // A part that came back from the server as somebody else's version has another key there.
    const savedAs = (part: PartReference) =>
      known.find(({ key }) => key === part.key) ??
      known.find(({ id, component }) => id !== null && id === part.id && component === part.component)
    const list = this.parts(path).map(part => ({ ...part, id: savedAs(part)?.id ?? null }))
    if (!sameReferences(this.parts(path), list)) this.values.set(path, list)
    for (const part of list) {
      const { key, component } = part
      const values = savedAs(part)?.values ?? {}
      for (const [name, inner] of Object.entries(this.model.components(component)))
        this.adoptIds(`${path}.${key}.${name}`, inner, values[name] ?? null)
    }
  }

  private touch(path: string): void {
    const dot = path.indexOf('.')
    this.changed.set(dot === -1 ? path : path.slice(0, dot), true)
  }
}

function reference({ key, id, component }: PartValue): PartReference {
  return { key, id, component }
}

function sameReferences(one: readonly PartReference[], other: readonly PartReference[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ key, id, component }, index) => {
      const same = other[index]!
      return key === same.key && id === same.id && component === same.component
    })
  )
}
