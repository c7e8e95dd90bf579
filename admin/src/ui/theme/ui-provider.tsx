/** Everything that the components of this folder need around them. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme, variables } from './theme.ts'

const schemes = localStorageColorSchemeManager({ key: 'populus-theme' })

/** Styles that are made in the browser carry this; the content security policy refuses others. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

// A part of the kit that keeps the page below a dialog from scrolling asks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

export function UiProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      getStyleNonce={styleNonce}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
