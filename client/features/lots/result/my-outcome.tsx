import { useQuery } from '@tanstack/react-query';
import { CircleX, Trophy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { roomEntries } from '#shared/api/game-view-room.ts';
import type { LotCard, LotResult } from '#shared/api/lots.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';
import { call } from '#client/lib/api-client.ts';
import { useSession } from '#client/lib/session.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { useRoomBase } from '../card/use-room-base.ts';
import css from './result.module.css';

/** What the end means for a participant who looks at it: won or not, and with which offer. Nothing for everybody else. */
export function MyOutcome({ lot, result }: { lot: LotCard; result: LotResult }) {
  const signedIn = useSession((state) => Boolean(state.user?.user_name));
  const sold = result.outcome === 'sold' && lot.status !== LOT_STATUS.resultCancelled;
  return signedIn && sold ? <Participant lot={lot} result={result} /> : null;
}

function Participant({ lot, result }: { lot: LotCard; result: LotResult }) {
  const { t } = useTranslation('card');
  const userName = useSession((state) => state.user?.user_name ?? null);
  const me = useRoomBase(lot.id).data?.me;
  const takesPart = me?.status === 'admitted' && me.number !== null;
  const { data: best } = useQuery({
    queryKey: ['own-best', lot.id, userName],
    queryFn: async () =>
      (await call(roomEntries, { params: { lotId: lot.id }, query: { limit: 1 } })).ownBestTiyin,
    enabled: takesPart,
  });
  if (!takesPart || best === undefined) return null;
  const won = me.number === result.winnerNumber;
  const Icon = won ? Trophy : CircleX;
  return (
    <div className={css.mine} data-won={won} role="note">
      <Icon size={24} aria-hidden />
      <div>
        <p className={css.mineHead}>{t(won ? 'result.mine.won' : 'result.mine.lost')}</p>
        <p>
          {best === null ? (
            t('result.mine.noOffer')
          ) : (
            <>
              {t('result.mine.best')} <MoneyText tiyin={best} />
            </>
          )}
        </p>
        {won ? null : <Deposit lot={lot} heldTiyin={me.depositHeldTiyin ?? 0} />}
      </div>
    </div>
  );
}

/** Where the loser's deposit is. */
function Deposit({ lot, heldTiyin }: { lot: LotCard; heldTiyin: number }) {
  const { t } = useTranslation('card');
  if (lot.depositTiyin === 0 || lot.practice) return null;
  return <p>{t(heldTiyin > 0 ? 'result.mine.depositHeld' : 'result.mine.depositBack')}</p>;
}
