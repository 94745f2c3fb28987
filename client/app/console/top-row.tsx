import { Menu, Search, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import { useReadiness } from '#client/entities/staff-work/readiness.ts';
import type { Readiness } from '#client/lib/readiness.ts';
import { paths } from '#client/lib/paths.ts';
import { useNow } from '#client/lib/server-now.ts';
import { useSession } from '#client/lib/session.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { LanguagePicker } from '../layout/language-picker.tsx';
import { openDialog } from '../layout/shell-store.ts';
import { ThemeSwitch } from '../layout/theme-switch.tsx';
import css from './top-row.module.css';
import menu from '../layout/menu.module.css';

const SEARCH_KEYS = 'Ctrl K';

interface TopRowProps {
  onMenu: () => void;
  onSearch: () => void;
}

/** 48 px: where one is, the search over everything, the health and time of the server, and who one is. */
export function TopRow({ onMenu, onSearch }: TopRowProps) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.row}>
      <button type="button" className={css.menu} aria-label={t('menu')} onClick={onMenu}>
        <Menu size={22} aria-hidden />
      </button>
      <Link to={paths.console()} className={css.mark}>
        <Logo size={24} />
        <span>{t('shell.name')}</span>
      </Link>
      <button type="button" className={css.search} onClick={onSearch}>
        <Search size={16} aria-hidden />
        <span>{t('shell.search')}</span>
        <kbd>{SEARCH_KEYS}</kbd>
      </button>
      <Health />
      <ServerTime />
      <Account />
    </div>
  );
}

function stateOf({ ready, bids }: Readiness) {
  if (!ready) return 'away';
  if (!bids.taken) return 'no-bids';
  return bids.problems.length > 0 ? 'standing' : 'good';
}

function Health() {
  const { t } = useTranslation('staff');
  const { data, error } = useReadiness();
  const state = error ? 'away' : data ? stateOf(data) : 'asking';
  return (
    <Link
      to={paths.console('today')}
      className={css.health}
      data-state={state}
      title={[...(data?.problems ?? []), ...(data?.bids.problems ?? [])].join('; ')}
    >
      <i aria-hidden />
      <span>{t(`shell.health.${state}`)}</span>
    </Link>
  );
}

function ServerTime() {
  const { t } = useTranslation('layout');
  const now = useNow();
  return (
    <p className={css.time}>
      <span className="sr-only">{t('serverTime')} </span>
      <time dateTime={new Date(now).toISOString()}>{tashkentDateTime(now)}</time>
    </p>
  );
}

function Account() {
  const { t } = useTranslation(['staff', 'layout']);
  const user = useSession((state) => state.user);
  if (!user) return null;
  return (
    <div className={css.account}>
      <Disclosure
        className={css.accountButton}
        panelClassName={`${menu.panel} ${menu.accountPanel}`}
        label={
          <>
            <UserRound size={18} aria-hidden />
            <span className={css.accountName}>{user.name}</span>
          </>
        }
      >
        {(close) => (
          <>
            <div className={css.languages}>
              <LanguagePicker />
            </div>
            <ThemeSwitch className={menu.item} size={18} />
            <Link className={menu.item} to={paths.home()} onClick={close}>
              {t('shell.site')}
            </Link>
            <Link className={menu.item} to={paths.profile()} onClick={close}>
              {t('layout:account.cabinet')}
            </Link>
            <button type="button" className={menu.item} onClick={() => openDialog('logout')}>
              {t('layout:account.logOut')}
            </button>
          </>
        )}
      </Disclosure>
    </div>
  );
}
