import type { ReactNode } from 'react'

export const metadata = { title: 'The Slow Post' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <form action="/search">
          <a href="/">The Slow Post</a> <input type="search" name="q" aria-label="Search" />
        </form>
        {children}
      </body>
    </html>
  )
}
