/** The files of an API as Strapi generates them: a controller, a service and routes that add nothing of their own. */
export function apiOf(name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [
      ['controllers', 'Controller'],
      ['services', 'Service'],
      ['routes', 'Router'],
    ].map(([part, factory]) => [
      `src/api/${name}/${part}/${name}.js`,
      `module.exports = require('@strapi/strapi').factories.createCore${factory}('api::${name}.${name}')`,
    ]),
  )
}
