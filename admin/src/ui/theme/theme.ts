/** The look of the kit's components. Colours are in `theme.css`, so that light and dark stay side by side. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** From light to dark. */
function shades(text: string): MantineColorsTuple {
  return text.split(' ').map(shade => `#${shade}`) as unknown as MantineColorsTuple
}

const leaf = shades('e6f2ec cfe6da a5d1bb 74b898 4a9d78 2b835f 1f7453 17694a 11573d 0b4530')

/** Paper and ink: the greys of the panel have a touch of the leaf. */
const gray = shades('fbfaf7 f4f3ee ebeae3 e3e2da cfcfc6 a9aea7 7d867f 5a675f 36423b 1d2721')

const dark = shades('eaf0ec c3cec7 9dada4 7a8a81 3d4942 2c3630 222a25 1a211d 121714 0c100e')

export const theme = createTheme({
  colors: { leaf, gray, dark },
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: false,
  black: '#1d2721',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
})

const filled = {
  '--mantine-color-leaf-filled': 'var(--fill)',
  '--mantine-color-leaf-filled-hover': 'var(--fill-hover)',
}

/** The kit writes its own colours for light and dark into the page, after `theme.css`. */
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: filled, dark: filled })
