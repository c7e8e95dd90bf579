/** A route as the files of a project write it. What code wrote may be anything, so every member is looked at before it is used. */
export interface RouteDescription {
  readonly method?: unknown
  readonly path?: unknown
  /** `article.find`, a function, or a list of functions. */
  readonly handler?: unknown
  readonly config?: RouteConfig
}

export interface RouteConfig {
  /** `false`: nobody is asked who they are. */
  readonly auth?: false | { readonly scope?: unknown; readonly strategies?: unknown }
  readonly policies?: unknown
  readonly middlewares?: unknown
  readonly prefix?: unknown
}

/** `ctx.state.route` */
export interface DescribedRoute extends RouteDescription {
  readonly config: RouteConfig
  readonly info: Readonly<Record<string, unknown>>
}

/** What a file below `routes` exports, or `strapi.server.routes` gets. */
export type Router =
  | readonly RouteDescription[]
  | { readonly routes?: readonly RouteDescription[]; readonly prefix?: string; readonly type?: string }
