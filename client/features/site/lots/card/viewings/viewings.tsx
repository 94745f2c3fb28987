import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import {
  bookViewing,
  cancelViewing,
  type MyBooking,
  type OfferedViewing,
} from '#shared/api/site/viewings.ts';
import { saveCalendarFile } from '#client/lib/calendar-file.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime, formatTime } from '#client/lib/format/date.ts';
import { loginUrl, paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { useSession } from '#client/lib/session.ts';
import { useCurrentPath } from '#client/lib/use-current-path.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { myViewingQuery, useRefreshViewings, viewingsQuery } from './viewing-queries.ts';
import css from './viewings.module.css';

const span = ({ startsAtMs, endsAtMs }: Pick<OfferedViewing, 'startsAtMs' | 'endsAtMs'>) =>
  `${formatDateTime(startsAtMs)}–${formatTime(endsAtMs)}`;

/** When the lot can be seen, and the person's own place. Nothing where the seller offers no time. */
export function Viewings({ lotId }: { lotId: number }) {
  const { t } = useTranslation('viewings');
  const signedIn = useSession((state) => state.user !== null);
  const here = useCurrentPath();
  const { data } = useQuery(viewingsQuery(lotId));
  const mine = useQuery({ ...myViewingQuery(lotId), enabled: signedIn });
  usePersonUpdates('messages', () => void mine.refetch());
  const booking = mine.data?.booking ?? null;
  const items = data?.items ?? [];
  if (items.length === 0 && booking === null) return null;
  const refusal = mine.data?.refusal ?? null;
  return (
    <section className={css.viewings} aria-labelledby="lot-viewings">
      <h2 id="lot-viewings">{t('title')}</h2>
      {booking ? <Mine booking={booking} lotId={lotId} others={items.length > 0} /> : null}
      {booking?.state === 'booked' ? null : (
        <>
          {refusal === null ? null : <p className={layout.muted}>{t(`refused.${refusal}`)}</p>}
          <ul className={css.list}>
            {items.map((viewing) => (
              <li key={viewing.id}>
                <span className={css.time}>{span(viewing)}</span>
                <span className={layout.muted}>
                  {viewing.left > 0 ? t('left', { count: viewing.left }) : t('full')}
                </span>
                {signedIn && refusal === null && viewing.left > 0 ? <Book viewing={viewing} /> : null}
              </li>
            ))}
          </ul>
          {signedIn ? null : (
            <div>
              <ButtonAnchor href={loginUrl(here)} variant="default" size="md">
                {t('signIn')}
              </ButtonAnchor>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Book({ viewing }: { viewing: OfferedViewing }) {
  const { t } = useTranslation('viewings');
  const refresh = useRefreshViewings();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(bookViewing, { body: { viewingId: viewing.id } }),
    onSuccess: (answer) =>
      answer.verdict === 'booked'
        ? notify('success', t('bookedToast'))
        : notify('warning', t(`refused.${answer.reason}`)),
    // Not retried: the button stays, and the person may press it again.
    onError: (error) => notify('error', errorText(error)),
    onSettled: refresh,
  });
  return (
    <Button
      size="sm"
      variant="default"
      aria-label={t('bookAt', { time: formatDateTime(viewing.startsAtMs) })}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('book')}
    </Button>
  );
}

interface MineProps {
  booking: MyBooking;
  lotId: number;
  /** Are there times to choose from? */
  others: boolean;
}

/** The person's place: its number, the calendar, and the way back. */
function Mine({ booking, lotId, others }: MineProps) {
  const { t } = useTranslation('viewings');
  const localized = useLocalized();
  const lot = useQueryClient().getQueryData<LotDetails>(['lot-details', lotId]);
  const refresh = useRefreshViewings();
  const errorText = useErrorText();
  const cancel = useMutation({
    mutationFn: () => call(cancelViewing, { body: { bookingId: booking.id } }),
    onSuccess: ({ verdict }) =>
      verdict === 'cancelled' ? notify('success', t('cancelled')) : notify('warning', t('over')),
    // Not retried: the button stays, and the person may press it again.
    onError: (error) => notify('error', errorText(error)),
    onSettled: refresh,
  });
  if (booking.state === 'called-off')
    return (
      <p className={css.calledOff}>
        {t('calledOff', { time: formatDateTime(booking.startsAtMs) })}
        {others ? ` ${t('chooseAnother')}` : null}
      </p>
    );
  if (booking.endsAtMs <= nowMs())
    return <p className={layout.muted}>{t('had', { time: formatDateTime(booking.startsAtMs) })}</p>;
  const address = `${window.location.origin}${paths.lotView(lotId)}`;
  const save = () =>
    saveCalendarFile(
      {
        id: `viewing-${booking.id}@${window.location.hostname}`,
        title: t('event', { title: lot ? localized(lot.title) : '' }),
        text: `${t('eventText', { lot: lotId, number: booking.id })}\n${address}`,
        place: lot ? localized(lot.address) : '',
        url: address,
        startsAtMs: booking.startsAtMs,
        endsAtMs: booking.endsAtMs,
        reminder: t('alarm'),
      },
      `savdo-viewing-${booking.id}`,
      nowMs(),
    );
  return (
    <div className={css.mine}>
      <p className={css.time}>{span(booking)}</p>
      <p>{t('booked', { number: booking.id })}</p>
      {booking.startsAtMs > nowMs() ? (
        <div className={layout.row2}>
          <Button
            size="md"
            variant="default"
            leftSection={<CalendarPlus size={18} aria-hidden />}
            onClick={save}
          >
            {t('calendar')}
          </Button>
          <Button size="md" variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('cancel')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
