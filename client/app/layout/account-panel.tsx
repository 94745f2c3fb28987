import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession, type StoredUser } from '#client/lib/session.ts';
import { accountItems, type AccountItem } from './account-items.ts';
import { BalanceLine } from './balance-line.tsx';
import { openDialog } from './shell-store.ts';
import css from './menu.module.css';

interface AccountPanelProps {
  user: StoredUser;
  onFollow: () => void;
  /** Shown before the way out. */
  children?: ReactNode;
}

/** What a signed-in person finds under the name: balance, its buttons, and the items; the way out is the last. */
export function AccountPanel({ user, onFollow, children }: AccountPanelProps) {
  const items = accountItems(useSession((state) => state.me));
  const buttons = items.filter((item) => item.asButton);
  const entries = items.filter((item) => !item.asButton && item.key !== 'logOut');
  const wayOut = items.filter((item) => item.key === 'logOut');
  const draw = (item: AccountItem) => (
    <Entry key={item.key} item={item} className={css.item} onFollow={onFollow} />
  );
  return (
    <>
      <div className={css.head}>
        <strong>{user.name}</strong>
        <span>{user.user_name}</span>
        <BalanceLine />
      </div>
      {buttons.length > 0 ? (
        <div className={css.buttons}>
          {buttons.map((item) => (
            <Entry key={item.key} item={item} className={css.button} onFollow={onFollow} />
          ))}
        </div>
      ) : null}
      {entries.map(draw)}
      {children}
      {wayOut.map(draw)}
    </>
  );
}

interface EntryProps {
  item: AccountItem;
  className: string | undefined;
  onFollow: () => void;
}

function Entry({ item, className, onFollow }: EntryProps) {
  const { t } = useTranslation('layout');
  const Icon = item.icon;
  const inside = (
    <>
      <Icon size={18} aria-hidden />
      {t(`account.${item.key}`)}
    </>
  );
  if ('to' in item) {
    return (
      <Link to={item.to} className={className} onClick={onFollow}>
        {inside}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onFollow();
        openDialog(item.dialog);
      }}
    >
      {inside}
    </button>
  );
}
