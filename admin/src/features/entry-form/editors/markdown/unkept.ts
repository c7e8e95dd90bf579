/** Why a text stays in source: it has something that the editor could not write back as it was. */
export type UnkeptReason = 'html' | 'references' | 'footnotes' | 'other'

export class Unkept extends Error {
  readonly reason: UnkeptReason

  constructor(reason: UnkeptReason) {
    super(`the text has something that the editor does not keep: ${reason}`)
    this.reason = reason
  }
}
