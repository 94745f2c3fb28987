import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Minus, Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatMoney } from '../../../lib/format/money.ts';
import { paths } from '../../../lib/paths.ts';
import { offer } from './bid-commands.ts';
import { MAX_STEPS } from './offer-amount.ts';
import type { OfferDraft } from './offer-amount.ts';
import type { OfferBound } from './offer-bounds.ts';
import { BoundText } from './offer-bound-text.tsx';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { useRoomAddress } from './room-name.ts';
import { useRoomStore } from './room-store.ts';
import { SumField } from './sum-field.tsx';
import parts from './parts.module.css';
import css from './offer-field.module.css';
import sum from './sum-field.module.css';

interface OfferFieldProps {
  room: RoomState;
  draft: OfferDraft;
  /** The sum of the draft; null: no sum. */
  amount: number | null;
  /** Why that cannot pass; null when it can. */
  bound: OfferBound | null;
  onChange: (draft: OfferDraft) => void;
}

/** A sum of one's own: by increments or typed, what is wrong with it, and the nearest one that passes. */
export default function OfferField({ room, draft, amount, bound, onChange }: OfferFieldProps) {
  const { t } = useTranslation(['room', 'room-later']);
  const hint = useId();
  const { suggestedTiyin } = room.head;
  const leads = room.me.leading && !room.rules.leaderMayRaise;
  const step = (by: 1 | -1) =>
    onChange({ typed: '', steps: Math.min(MAX_STEPS, Math.max(0, draft.steps + by)) });
  return (
    <>
      <div className={css.offerRow}>
        <button
          type="button"
          className={css.stepButton}
          aria-label={t('bid.less')}
          disabled={draft.steps === 0}
          onClick={() => step(-1)}
        >
          <Minus size={20} aria-hidden />
        </button>
        <label className={sum.field}>
          <span>{t('bid.own')}</span>
          <SumField
            value={draft.typed}
            onValue={(typed) => onChange({ typed, steps: 0, suggestedTiyin })}
            placeholder={formatMoney(amount ?? suggestedTiyin)}
            aria-invalid={amount === null || bound !== null}
            aria-describedby={hint}
            data-testid="offer-field"
          />
        </label>
        <button
          type="button"
          className={css.stepButton}
          aria-label={t('bid.more')}
          disabled={draft.steps >= MAX_STEPS}
          onClick={() => step(1)}
        >
          <Plus size={20} aria-hidden />
        </button>
      </div>
      <div className={css.bounds} data-wrong={amount === null || bound !== null}>
        <p id={hint} data-testid="offer-hint" className={parts.hint}>
          {amount === null ? (
            t('bid.notASum')
          ) : bound ? (
            <BoundText bound={bound} />
          ) : leads ? (
            t('room-later:offer.whileLeading')
          ) : (
            t('bid.hint')
          )}
        </p>
        {bound ? <Passes room={room} bound={bound} /> : null}
      </div>
    </>
  );
}

/** The sum that passes, one tap away; or, where none does, the way to one. */
function Passes({ room, bound }: { room: RoomState; bound: OfferBound }) {
  const { t } = useTranslation('room');
  const store = useRoomStore();
  const returnTo = useRoomAddress();
  const { passesTiyin } = bound;
  const open = room.head.phase === 'running' && (!room.me.leading || room.rules.leaderMayRaise);
  if (passesTiyin !== null && open) {
    const price = formatMoney(passesTiyin);
    return (
      <button
        type="button"
        className={parts.plainSmall}
        onClick={() => offer(store, passesTiyin)}
        data-testid="offer-passing"
      >
        {t(passesTiyin === room.head.suggestedTiyin ? 'bid.confirm' : 'bid.offer', { price })}
      </button>
    );
  }
  if (bound.reason !== 'limit-exceeded') return null;
  return (
    <Link className={parts.plainSmall} to={paths.topUp({ lotId: room.head.lotId, returnTo })}>
      {t('bid.topUp')}
    </Link>
  );
}
