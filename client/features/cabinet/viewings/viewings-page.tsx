import { CalendarClock, CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { viewingsOfMyLots, type SellerViewing } from '#shared/api/site/viewings.ts';
import { call } from '#client/lib/api-client.ts';
import { saveCalendarFile } from '#client/lib/calendar-file.ts';
import { formatDateTime, formatTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { CallOffDialog } from './call-off-dialog.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import css from './viewings-page.module.css';

const ROWS = 10;
const ASK_MS = 60_000;

type Open = { dialog: 'offer' } | { dialog: 'call-off'; viewing: SellerViewing } | null;

/** /profile/viewings: times at which the customer's lots can be seen, and how many come. */
export function ViewingsPage() {
  const { t } = useTranslation(['viewings', 'cabinet']);
  const [open, setOpen] = useState<Open>(null);
  const list = useListPage({
    name: 'viewings-of-my-lots',
    size: ROWS,
    refreshMs: ASK_MS,
    read: ({ page, size, signal }) => call(viewingsOfMyLots, { query: { page, size }, signal }),
  });
  usePersonUpdates('messages', list.again);
  const { data, error, page, pageCount, pageTo } = list;
  const lots = data?.lots ?? [];
  const offer =
    lots.length > 0 ? (
      <Button
        size="md"
        leftSection={<CalendarPlus size={18} aria-hidden />}
        onClick={() => setOpen({ dialog: 'offer' })}
      >
        {t('own.offer')}
      </Button>
    ) : null;
  const close = () => setOpen(null);
  return (
    <>
      <PageTitle>{t('cabinet:page.viewings')}</PageTitle>
      {data ? (
        data.items.length > 0 ? (
          <>
            <div className={css.tools}>
              {offer}
              <ExportLinks list="viewings" filters={{}} />
            </div>
            <ul className={css.list}>
              {data.items.map((viewing) => (
                <li key={viewing.id}>
                  <Viewing viewing={viewing} onCallOff={() => setOpen({ dialog: 'call-off', viewing })} />
                </li>
              ))}
            </ul>
            <Pagination page={page} count={pageCount} to={pageTo} />
          </>
        ) : (
          <EmptyState
            icon={CalendarClock}
            title={t('own.none')}
            text={t(lots.length > 0 ? 'own.noneText' : 'own.noLots')}
          >
            {offer ?? <ButtonLink to={paths.orders()}>{t('cabinet:page.orders')}</ButtonLink>}
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={list.retry} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={160} radius={12} />
        </div>
      )}
      {open?.dialog === 'offer' ? <OfferDialog lots={lots} onClose={close} onChange={list.again} /> : null}
      {open?.dialog === 'call-off' ? (
        <CallOffDialog viewing={open.viewing} onClose={close} onChange={list.again} />
      ) : null}
    </>
  );
}

function Viewing({ viewing, onCallOff }: { viewing: SellerViewing; onCallOff: () => void }) {
  const { t } = useTranslation(['viewings', 'lots']);
  const localized = useLocalized();
  const { id, lotId, startsAtMs, endsAtMs, places, state, reason, bookings, canCallOff } = viewing;
  const numbers = bookings.map((number) => `№ ${number}`).join(', ');
  const over = endsAtMs <= nowMs();
  const save = () =>
    saveCalendarFile(
      {
        id: `own-viewing-${id}@${window.location.hostname}`,
        title: t('event', { title: localized(viewing.title) }),
        text: t('ownEventText', { lot: lotId, numbers: numbers || '—' }),
        place: localized(viewing.address),
        url: `${window.location.origin}${paths.profile('viewings')}`,
        startsAtMs,
        endsAtMs,
        reminder: t('alarm'),
      },
      `savdo-own-viewing-${id}`,
      nowMs(),
    );
  return (
    <>
      <header className={css.head}>
        <b>
          {formatDateTime(startsAtMs)}–{formatTime(endsAtMs)}
        </b>
        {state === 'called-off' ? (
          <Badge colour="danger">{t('state.called-off')}</Badge>
        ) : over ? (
          <Badge colour="info">{t('past')}</Badge>
        ) : null}
      </header>
      <p>
        <Link to={paths.lotView(lotId)}>{localized(viewing.title)}</Link>{' '}
        <span className={layout.muted}>{t('lots:tile.number', { number: lotId })}</span>
      </p>
      <p className={layout.muted}>{t('own.where', { place: localized(viewing.address) })}</p>
      {state === 'called-off' ? (
        reason === null ? null : (
          <p>{t('own.why', { reason })}</p>
        )
      ) : (
        <p>
          {t('own.taken', { count: bookings.length, places })}
          {bookings.length > 0 ? `. ${t('own.numbers', { numbers })}` : null}
        </p>
      )}
      {canCallOff ? (
        <div className={css.buttons}>
          <Button
            size="md"
            variant="default"
            leftSection={<CalendarPlus size={18} aria-hidden />}
            onClick={save}
          >
            {t('calendar')}
          </Button>
          <Button size="md" variant="subtle" onClick={onCallOff}>
            {t('own.callOff')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
