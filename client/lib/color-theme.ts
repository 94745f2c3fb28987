import { create } from 'zustand';
import { readStored, writeStored } from '#client/i18n/storage.ts';

export type ColorTheme = 'light' | 'dark';

const STORED = 'savdo.theme';

/** Light unless the person chose otherwise; the server renders it light, and so it is hydrated. */
export const useColorTheme = create<{ theme: ColorTheme }>(() => ({ theme: 'light' }));
if (typeof document !== 'undefined' && readStored(STORED) === 'dark')
  useColorTheme.setState({ theme: 'dark' });

/** Dresses the page in the person's theme (tokens.css, and the library of the dialogs). */
export function showColorTheme(): void {
  document.documentElement.setAttribute('data-mantine-color-scheme', useColorTheme.getState().theme);
}

export function setColorTheme(theme: ColorTheme): void {
  writeStored(STORED, theme);
  useColorTheme.setState({ theme });
  showColorTheme();
}
