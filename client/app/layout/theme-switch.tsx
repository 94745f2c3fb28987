import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { setColorTheme, useColorTheme } from '#client/lib/color-theme.ts';

/** Light or dark; says what a press gives. */
export function ThemeSwitch({ className, size = 20 }: { className?: string | undefined; size?: number }) {
  const { t } = useTranslation('layout');
  const theme = useColorTheme((state) => state.theme);
  const other = theme === 'light' ? 'dark' : 'light';
  const Icon = other === 'dark' ? Moon : Sun;
  return (
    <button type="button" className={className} onClick={() => setColorTheme(other)}>
      <Icon size={size} aria-hidden />
      {t(`theme.${other}`)}
    </button>
  );
}
