/** How the panel presents the project: its name and its logo. */
import type { Data } from '../route-types.ts'

export interface ProjectApi {
  readonly 'GET /settings/project': { readonly answer: Data<ProjectSettings> }
  /** What is not named stays. */
  readonly 'PUT /settings/project': {
    readonly body: {
      /** `null`: that of the folder. */
      readonly name?: string | null
      /** The bytes of an image, as base64; `null` removes it. */
      readonly logo?: string | null
    }
    readonly answer: Data<ProjectSettings>
  }
}

export interface ProjectSettings {
  /** `null` if nobody has named it. */
  readonly name: string | null
  /** What it is called then: the name of its folder. */
  readonly folderName: string
  /** Its address; `null` if there is none. */
  readonly logo: string | null
  /** The largest logo, in bytes. */
  readonly logoLimit: number
}
