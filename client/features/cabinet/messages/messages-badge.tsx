import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { messages } from '#shared/api/cabinet/notifications.ts';
import { call } from '#client/lib/api-client.ts';
import { useLiveBalance } from '#client/entities/wallet/live-balance.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { useSession } from '#client/lib/session.ts';
import { notify } from '#client/ui/toasts.tsx';
import { refreshMessages, unreadQuery } from './message-queries.ts';
import page from '#client/ui/page.module.css';
import css from './messages-badge.module.css';

const MOST = 99;
/** Of several that arrive together, among which one worth a word is looked for. */
const MOST_LOOKED_AT = 10;

/**
 * The way to the messages with the count of unread ones, on every page of a signed-in person. It follows the person's
 * live news: the count, a short word about a new message, and the balance wherever it is shown.
 */
export default function MessagesBadge({ className }: { className?: string }) {
  const { t } = useTranslation('messages');
  const signedIn = useSession((state) => state.user !== null);
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: signedIn });
  useArrivals();
  useLiveBalance();
  if (!signedIn) return null;
  return (
    <Link to={paths.profile('messages')} className={className ?? css.badge} title={t('title')}>
      <span className="sr-only">
        {unread > 0 ? `${t('title')}: ${t('badge', { count: unread })}` : t('title')}
      </span>
      <span className={css.bell} aria-hidden>
        <Bell size={22} />
        {unread > 0 ? <span className={page.count}>{unread > MOST ? `${MOST}+` : unread}</span> : null}
      </span>
    </Link>
  );
}

const isRoom = (path: string): boolean => path.startsWith('/game-view');

/**
 * Says what has arrived, except where the list itself shows it or the person's own action has been answered already. In a
 * room, whose price it would cover, only what leads to another room.
 */
function useArrivals(): void {
  const queries = useQueryClient();
  const { pathname } = useLocation();
  usePersonUpdates('messages', () => {
    const before = queries.getQueryData(unreadQuery.queryKey);
    refreshMessages(queries);
    if (before === undefined || pathname === paths.profile('messages')) return;
    void queries
      .fetchQuery({ ...unreadQuery, staleTime: 0 })
      .then(async (now) => {
        if (now <= before) return;
        const size = Math.min(now - before, MOST_LOOKED_AT);
        const { items } = await call(messages, { query: { state: 'unread', size } });
        const newest = items.find(
          ({ repeatsOwnAction, path }) =>
            !repeatsOwnAction && (!isRoom(pathname) || (path !== null && isRoom(path) && path !== pathname)),
        );
        if (newest) notify('info', newest.text);
      })
      // Not retried: the count itself is asked for again by its own rules, and the message waits in the list.
      .catch(() => undefined);
  });
}
