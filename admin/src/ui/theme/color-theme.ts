/** Light, dark, or what the system says. Kept in this browser. */
import { useMantineColorScheme } from '@mantine/core'

export type ColorTheme = 'light' | 'dark' | 'auto'

export function useColorTheme(): readonly [ColorTheme, (theme: ColorTheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: false })
  return [colorScheme, setColorScheme]
}
