import { create } from 'zustand';
import { readStored, writeStored } from '#client/i18n/storage.ts';

export type ColorTheme = 'light' | 'dark';

const STORED = 'savdo.theme';

/** Light unless the person chose otherwise. */
export const useColorTheme = create<{ theme: ColorTheme }>(() => ({
  theme: readStored(STORED) === 'dark' ? 'dark' : 'light',
}));

export function setColorTheme(theme: ColorTheme): void {
  writeStored(STORED, theme);
  useColorTheme.setState({ theme });
}
