/** PostgreSQL addresses with several hosts: `postgres://user@one:5432,two/name`. */

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/** One address for each host. `postgres://u@a:1,b/x` gives `postgres://u@a:1/x` and `postgres://u@b/x`. */
export function singleHosts(url: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  return hosts.split(',').map(host => `${start}${host}${rest}`)
}

/** The opposite: the first address, with the hosts of all of them. */
export function severalHosts(urls: readonly string[]): string {
  const hosts = urls.map(url => PARTS.exec(url)?.[2] ?? '').join(',')
  return (urls[0] ?? '').replace(PARTS, (_, start: string, _host: string, rest: string) => `${start}${hosts}${rest}`)
}
