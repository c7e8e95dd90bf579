/** Addresses of the pages before the panel. They are documents of their own, so going to one loads it. */

const HOME = '/admin/'

/** The page that asked for the sign-in. Only pages of the panel: a link must not lead people elsewhere after they log in. */
export function pageToReturnTo({ search, origin }: Pick<Location, 'search' | 'origin'> = location): string {
  const wanted = new URLSearchParams(search).get('redirectTo')
  if (wanted === null || !URL.canParse(wanted, origin)) return HOME
  const found = new URL(wanted, origin)
  const isOurs = found.origin === origin && /^\/admin(\/(?!auth\/)|$)/.test(found.pathname)
  return isOurs ? `${found.pathname}${found.search}${found.hash}` : HOME
}

export function goTo(address: string): void {
  location.assign(address)
}

/** Where to sign in, coming back to the page that is open now. */
export function signInAddress(): string {
  const here = `${location.pathname}${location.search}`
  const isHome = /^\/admin\/?$/.test(here)
  return isHome ? '/admin/auth/login' : `/admin/auth/login?redirectTo=${encodeURIComponent(here)}`
}
