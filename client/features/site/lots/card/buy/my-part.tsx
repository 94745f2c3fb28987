import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { useGiveUp } from '#client/entities/purchase/give-up.ts';
import { wishOf } from '#client/entities/purchase/wish.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { Countdown } from '#client/ui/countdown.tsx';
import layout from '#client/ui/layout.module.css';
import css from './buy.module.css';

/** What is reserved for the person, on whatever device: its time, the way to the code, and the way out. */
export function MyReservation({ purchase, onEnter }: { purchase: PurchaseView; onEnter: () => void }) {
  const { t } = useTranslation('purchases');
  const { quantity, totalTiyin, dueNowTiyin, expiresAtMs, lotId } = purchase;
  const giveUp = useGiveUp(lotId);
  return (
    <section className={css.mine} aria-labelledby="reserved-for-me">
      <h2 id="reserved-for-me">{t('mine.title')}</h2>
      <p>{t('mine.sum', { quantity, sum: formatMoney(totalTiyin) })}</p>
      {wishOf(purchase).byParts ? (
        <p>
          {t('mine.byParts', {
            now: formatMoney(dueNowTiyin),
            later: formatMoney(totalTiyin - dueNowTiyin),
          })}
        </p>
      ) : null}
      <p>
        {t('mine.left')}: <Countdown untilMs={expiresAtMs} over={t('mine.over')} />
      </p>
      <Button size="lg" fullWidth onClick={onEnter}>
        {t('mine.enter')}
      </Button>
      <Button variant="subtle" size="md" loading={giveUp.isPending} onClick={() => giveUp.mutate()}>
        {t('mine.giveUp')}
      </Button>
    </section>
  );
}

/** What the person has bought of this lot, with its protocols. */
export function MyBought({ purchases, lotId }: { purchases: PurchaseView[]; lotId: number }) {
  const { t } = useTranslation('purchases');
  const count = purchases.reduce((units, { quantity }) => units + quantity, 0);
  return (
    <div className={css.bought}>
      <p>{t('mine.bought', { count })}</p>
      <ul>
        {purchases.map(({ id, protocolNumber }) =>
          protocolNumber === null ? null : (
            <li key={id}>
              <Link to={paths.checkProtocol(protocolNumber)}>
                {t('bought.protocol', { number: protocolNumber })}
              </Link>
            </li>
          ),
        )}
      </ul>
      <p className={layout.mutedMedium}>
        <Link to={paths.winLots(lotId)}>{t('bought.track')}</Link>
      </p>
    </div>
  );
}
