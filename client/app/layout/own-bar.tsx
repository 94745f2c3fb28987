import { ArrowLeft, Menu } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { HeaderPlace } from '#client/ui/header-place.tsx';
import { LiveMessages } from './live-messages.tsx';
import { ServerTime } from './server-time.tsx';
import { openMenu, useShell } from './shell-store.ts';
import { useBack } from './use-back.ts';
import css from './own-bar.module.css';

/** The low bar of a screen that needs its height: the way back, what the screen puts there, the clock and the menu. */
export function OwnBar() {
  const { t } = useTranslation('layout');
  const menuOpen = useShell((state) => state.menuOpen);
  return (
    <div className={css.bar}>
      <button type="button" className={css.button} aria-label={t('nav.back')} onClick={useBack()}>
        <ArrowLeft size={22} aria-hidden />
      </button>
      <HeaderPlace className={css.place} />
      <div className={css.clock}>
        <ServerTime />
      </div>
      <div className={css.messages}>
        <LiveMessages />
      </div>
      <button
        type="button"
        className={css.button}
        aria-label={t('nav.menu')}
        aria-expanded={menuOpen}
        onClick={openMenu}
      >
        <Menu size={24} aria-hidden />
      </button>
    </div>
  );
}
