import { CalendarPlus, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { saveCalendarFile } from '#client/lib/calendar-file.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { notify } from '#client/ui/toasts.tsx';
import { FavouriteButton } from '../favourite-button.tsx';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import css from './card.module.css';

/** Heart, share, calendar: small things beside the title. */
export function CardActions({ lot, live }: { lot: LotDetails; live: LotLive }) {
  const { t } = useTranslation('card');
  const localized = useLocalized();
  const title = localized(lot.title);
  const addressOf = () => `${window.location.origin}${paths.lotView(lot.id)}`;

  const share = async () => {
    const address = addressOf();
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title, url: address });
      else {
        await navigator.clipboard.writeText(address);
        notify('success', t('action.copied'));
      }
    } catch (error) {
      // Not retried: the person closed the sheet (no failure), or the browser denies the clipboard, and the page says so.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        notify('warning', t('action.copyFailed'));
    }
  };

  const saveEvent = () => {
    const address = addressOf();
    saveCalendarFile(
      {
        id: `lot-${lot.id}@${window.location.hostname}`,
        title: t('event.title', { title }),
        text: `${t('event.text', { number: lot.number, price: formatMoney(lot.startPriceTiyin) })}\n${address}`,
        place: localized(lot.address),
        url: address,
        startsAtMs: lot.opensAtMs,
        endsAtMs: lot.closesAtMs,
        reminder: t('event.remind'),
      },
      `savdo-${lot.id}`,
      nowMs(),
    );
  };

  return (
    <div className={css.actions}>
      <FavouriteButton lotId={lot.id} title={title} look="words" />
      {live.phase === 'waiting' && lot.tradeType === 'auction' ? (
        <button type="button" className={css.action} title={t('action.calendarHint')} onClick={saveEvent}>
          <CalendarPlus size={20} aria-hidden />
          <span>{t('action.calendar')}</span>
        </button>
      ) : null}
      <button type="button" className={css.action} onClick={() => void share()}>
        <Share2 size={20} aria-hidden />
        <span>{t('action.share')}</span>
      </button>
    </div>
  );
}
