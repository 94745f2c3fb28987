import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useColorTheme } from '#client/lib/color-theme.ts';
import { cssVariables, theme } from '#client/theme/theme.ts';
import './overlay-styles.ts';

/** What the library's dialogs and drawers stand in. It comes with the first of them: the page itself needs none of it. */
export function OverlayTheme({ children }: { children: ReactNode }) {
  const colorTheme = useColorTheme((state) => state.theme);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={colorTheme}
      // All variables come from the theme at run time: their copy as a file would have to be read first.
      deduplicateCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
