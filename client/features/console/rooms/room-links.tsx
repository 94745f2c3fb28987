import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ConsoleRoom } from '#shared/api/console/room-page.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { recordPage } from '#client/entities/staff-work/record-link.tsx';
import { paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import css from './room-page.module.css';

/** Where everything else about the lot is. */
export function RoomLinks({ shown: { room, orderId } }: { shown: ConsoleRoom }) {
  const { t } = useTranslation(['console-room', 'staff']);
  const roles = useSession((state) => state.me?.roles) ?? [];
  const { lotId, phase, practice } = room;
  const ofLot = (page: string) => `${paths.console(page)}?lot=${lotId}`;
  const closed = phase === 'closed';
  const links = [
    { key: 'lot', to: paths.lotView(lotId), shown: true },
    { key: 'room', to: paths.gameView(lotId), shown: !closed },
    {
      key: 'order',
      to: paths.consoleOrder(orderId ?? 0),
      shown: orderId !== null && hasRight(roles, 'readOrders'),
    },
    { key: 'applications', to: ofLot('applications'), shown: hasRight(roles, 'readApplications') },
    { key: 'result', to: paths.lotResult(lotId), shown: closed && !practice },
    {
      key: 'settlement',
      to: ofLot('settlements'),
      shown: closed && !practice && hasRight(roles, 'readSettlements'),
    },
    { key: 'protests', to: ofLot('protests'), shown: closed && !practice && hasRight(roles, 'readProtests') },
  ] as const;
  return (
    <nav className={css.links} aria-label={t('links')}>
      {links
        .filter((link) => link.shown)
        .map(({ key, to }) => (
          <Link key={key} to={to}>
            {t(`link.${key}`)}
          </Link>
        ))}
      <Link to={recordPage('lot', lotId)}>{t('staff:related')}</Link>
    </nav>
  );
}
