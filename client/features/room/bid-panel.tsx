import { useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Minus, Plus } from 'lucide-react';
import { formatMoney } from '../../lib/format/money.ts';
import { isOpen, aheadOfRoom } from './bid-intent.ts';
import { dismissIntent, offer } from './commands.ts';
import { IntentNote } from './intent-note.tsx';
import { draftAmount, EMPTY_DRAFT, MAX_STEPS } from './offer-amount.ts';
import type { OfferDraft } from './offer-amount.ts';
import type { RoomState } from './room-state.ts';
import { useRoom } from './room-store.ts';
import { SumField } from './sum-field.tsx';
import css from './room.module.css';

/** The one big action: confirm the suggested price, or offer more. */
export function BidPanel({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const intent = useRoom((state) => state.intent);
  const [draft, setDraft] = useState<OfferDraft>(EMPTY_DRAFT);
  /** The sum under the finger: what is sent even if the price moves before the release. */
  const [pressed, setPressed] = useState<number | null>(null);

  const amount = pressed ?? draftAmount(room, draft);
  const busy = isOpen(intent);
  const leads = room.me.leading && !room.rules.leaderMayRaise;
  const running = room.head.phase === 'running';
  const ahead = aheadOfRoom(intent, room.head.seq);
  const blocked = busy || leads || ahead || !running || amount === null;
  const offStep = amount !== null && amount !== room.head.suggestedTiyin;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(null);
    if (blocked || amount === null) return;
    setDraft(EMPTY_DRAFT);
    offer(amount);
  };
  const cancel = () => {
    setDraft(EMPTY_DRAFT);
    setPressed(null);
    dismissIntent();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel();
  };
  const step = (by: 1 | -1) =>
    setDraft((d) => ({ typed: '', steps: Math.min(MAX_STEPS, Math.max(0, d.steps + by)) }));

  return (
    <form className={css.bidPanel} onSubmit={submit} onKeyDown={onKey} aria-labelledby="room-bid">
      <h2 id="room-bid" className={css.srOnly}>
        {t('bid.title')}
      </h2>
      <button
        type="submit"
        className={css.confirm}
        disabled={!running || amount === null}
        aria-disabled={blocked}
        data-state={intent.step}
        data-testid="confirm"
        data-amount={amount ?? 0}
        onPointerDown={() => !blocked && setPressed(amount)}
        onPointerLeave={() => setPressed(null)}
        onPointerCancel={() => setPressed(null)}
      >
        <ConfirmText leads={leads} offStep={offStep} amount={amount} room={room} />
      </button>
      <p className={css.consequence}>
        {amount === null || leads ? t('bid.rule') : t('bid.consequence', { price: formatMoney(amount) })}
      </p>
      <IntentNote />
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
        <label className={css.offerField}>
          <span>{t('bid.own')}</span>
          <SumField
            value={draft.typed}
            onValue={(typed) => setDraft({ typed, steps: 0 })}
            placeholder={formatMoney(amount ?? room.head.suggestedTiyin)}
            aria-invalid={amount === null}
            aria-describedby="room-offer-hint"
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
      <p id="room-offer-hint" className={css.hint}>
        {amount === null
          ? t('bid.notASum')
          : amount < room.head.suggestedTiyin
            ? t('bid.tooLow', { price: formatMoney(room.head.suggestedTiyin) })
            : t('bid.hint')}
      </p>
      <Reach room={room} />
    </form>
  );
}

function ConfirmText(props: { leads: boolean; offStep: boolean; amount: number | null; room: RoomState }) {
  const { t } = useTranslation('room');
  const { leads, offStep, amount, room } = props;
  const intent = useRoom((state) => state.intent);
  if (intent.step === 'sending') return <>{t('bid.sending')}</>;
  if (intent.step === 'unknown') return <>{t('bid.waiting')}</>;
  if (room.head.phase === 'paused') return <>{t('bid.paused')}</>;
  if (room.head.phase === 'waiting') return <>{t('bid.notOpen')}</>;
  if (leads) return <>{t('bid.leads')}</>;
  const price = formatMoney(amount ?? room.head.suggestedTiyin);
  return <>{t(offStep ? 'bid.offer' : 'bid.confirm', { price })}</>;
}

/** How far the balance carries; practice rooms need no money. */
function Reach({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const { limitTiyin } = room.me;
  const text = room.practice
    ? t('reach.practice')
    : limitTiyin === null
      ? t('reach.unlimited')
      : t('reach.limit', { price: formatMoney(limitTiyin) });
  return <p className={css.reach}>{text}</p>;
}
