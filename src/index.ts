/** What Populus promises to programs that embed it. Everything else may change at any time. */
export { type App, type AppOptions, buildApp } from './app.ts'
export type { Config } from './config/config.ts'
export type { ConfigInput } from './config/load-config.ts'
export { PopulusError, StartError } from './errors.ts'
export { loadProjectConfig as loadConfig } from './project-config.ts'
