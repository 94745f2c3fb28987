import { useQuery } from '@tanstack/react-query';
import { CircleX, Info, Trophy } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { roomEntries } from '#shared/api/site/game-view-room.ts';
import type { LotCard, LotResult } from '#shared/api/site/lots.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { AfterSaleActor } from '#shared/trade/after-sale.ts';
import { AfterSaleOfLot } from '#client/entities/sale/parts.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { OwnBidsButton } from '#client/entities/application/own-bids-button.tsx';
import { useRoomBase } from '#client/entities/lot/use-room-base.ts';
import type { Ending } from './ending.ts';
import css from './result.module.css';

/** What the end means for a participant who looks at it: won or not, and with which offer; for staff and the seller, the steps since then. */
export function MyOutcome(props: { lot: LotCard; result: LotResult; ending: Ending }) {
  const signedIn = useSession((state) => Boolean(state.user?.user_name));
  const settles = useSession((state) => hasRole(state.me, STAFF_RIGHTS.readSettlements));
  const { lot, result, ending } = props;
  const hadPrice = (result.priceTiyin !== null || ending.byOffer) && ending.as !== 'cancelled';
  if (!signedIn || !hadPrice) return null;
  if (!settles) return <Participant {...props} />;
  return lot.practice ? null : <StepsSinceSale lotId={lot.id} reader="operator" />;
}

function Participant({ lot, result, ending }: { lot: LotCard; result: LotResult; ending: Ending }) {
  const { t } = useTranslation(['card', 'applications']);
  const userName = useSession((state) => state.user?.user_name ?? null);
  const base = useRoomBase(lot.id).data;
  const me = base?.me;
  const takesPart = me?.status === 'admitted' && me.number !== null;
  const { data: best } = useQuery({
    queryKey: ['own-best', lot.id, userName],
    queryFn: async () =>
      (await call(roomEntries, { params: { lotId: lot.id }, query: { limit: 1 } })).ownBestTiyin,
    enabled: takesPart,
  });
  if (base?.sells && !lot.practice) return <StepsSinceSale lotId={lot.id} reader="seller" />;
  if (!takesPart || best === undefined) return null;
  const bought = me.number === ending.buyerNumber;
  /** Of the room: the sale may be lost since. */
  const won = bought || me.number === result.winnerNumber;
  const head = bought
    ? ending.byOffer
      ? 'bought'
      : 'won'
    : won
      ? 'saleLost'
      : best === null
        ? 'watched'
        : 'lost';
  const Icon = bought ? Trophy : best === null ? Info : CircleX;
  return (
    <div className={css.mine} data-won={bought} role="note">
      <Icon size={24} aria-hidden />
      <div>
        <p className={css.mineHead}>{t(`result.mine.${head}`)}</p>
        <p>
          {best === null ? (
            t('result.mine.noOffer')
          ) : (
            <>
              {t('result.mine.best')} <MoneyText tiyin={best} />
            </>
          )}
        </p>
        {won ? (
          <Payment lot={lot} due={bought} />
        ) : (
          <Deposit lot={lot} heldTiyin={me.depositHeldTiyin ?? 0} />
        )}
        <OwnBidsButton lotId={lot.id}>{t('applications:action.bids')}</OwnBidsButton>
      </div>
    </div>
  );
}

/** While the price is to be paid. */
const TO_PAY: readonly LotStatus[] = [LOT_STATUS.awaitingPayment, LOT_STATUS.paymentOverdue];

/** For the buyer: the way to paying while it is due; for who lost the sale, too: the steps since then. */
function Payment({ lot: { id, practice, status }, due }: { lot: LotCard; due: boolean }) {
  const { t } = useTranslation('card');
  if (practice) return null;
  return (
    <>
      {due && TO_PAY.includes(status) ? (
        <ButtonLink to={paths.winLots(id)} size="md" className={css.toPay}>
          {t('result.mine.pay')}
        </ButtonLink>
      ) : null}
      <StepsSinceSale lotId={id} reader="buyer" />
    </>
  );
}

function StepsSinceSale(props: { lotId: number; reader: AfterSaleActor }) {
  return (
    <Suspense>
      <AfterSaleOfLot {...props} />
    </Suspense>
  );
}

/** Where the loser's deposit is. */
function Deposit({ lot, heldTiyin }: { lot: LotCard; heldTiyin: number }) {
  const { t } = useTranslation('card');
  if (lot.depositTiyin === 0 || lot.practice) return null;
  return <p>{t(heldTiyin > 0 ? 'result.mine.depositHeld' : 'result.mine.depositBack')}</p>;
}
