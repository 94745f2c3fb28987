import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useColorTheme } from '#client/lib/color-theme.ts';
import { cssVariables, theme } from '#client/theme/theme.ts';
import { Toasts } from '#client/ui/toasts.tsx';

/** What every screen stands in: theme, queries, messages. The router is the child's. */
export function Providers({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  const colorTheme = useColorTheme((state) => state.theme);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={colorTheme}
      // All variables come from the theme at run time: their copy as a file would be read by everybody first.
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queries}>
        {children}
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
