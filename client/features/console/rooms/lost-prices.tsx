import { useTranslation } from 'react-i18next';
import type { RoomLoss } from '#shared/api/console/console-rooms.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import layout from '#client/ui/layout.module.css';

/** What a room lost when the database came back in an older state, as far as it is known. */
export function LostPrices({ loss }: { loss: RoomLoss }) {
  const { t } = useTranslation('console');
  return (
    <section>
      <p>{t('loss.count', { count: loss.count })}</p>
      {loss.prices.length > 0 ? (
        <>
          <p className={layout.mutedMedium}>{t('loss.prices')}</p>
          <ul>
            {loss.prices.map(({ amountTiyin, atMs }) => (
              <li key={amountTiyin}>
                <MoneyText tiyin={amountTiyin} size="small" /> · {formatTime(atMs)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
