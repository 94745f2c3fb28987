import { Suspense, use, useEffect, useId, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/format/money.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { isOpen, aheadOfRoom } from './bid-intent.ts';
import { BidStatusLine } from './bid-status-line.tsx';
import { dismissIntent, offer, refuseHere } from './bid-commands.ts';
import { draftAmount, EMPTY_DRAFT } from './offer-amount.ts';
import type { OfferDraft } from './offer-amount.ts';
import { boundOf, hasReach } from './offer-bounds.ts';
import { DeferredPart } from './deferred-part.tsx';
import { ReachText } from './reach-text.tsx';
import { RoomReady } from './room-ready.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { useRoom, useRoomStore } from './room-store.ts';
import { RoomHeading } from './room-heading.tsx';
import { useRoomName } from './room-name.ts';
import parts from './parts.module.css';
import css from './bid-panel.module.css';

const OfferField = lazyScreen(() => import('./offer-field.tsx'), ['room', 'room-later']);
const JumpQuestion = lazyScreen(() => import('./jump-question.tsx'), ['room']);

/** The one big action: confirm the suggested price, or offer more. */
export function BidPanel({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const title = useId();
  const store = useRoomStore();
  const intent = useRoom((state) => state.intent);
  const [draft, setDraft] = useState<OfferDraft>(EMPTY_DRAFT);
  /** The sum under the finger: what is sent even if the price moves before the release. */
  const [pressed, setPressed] = useState<number | null>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const name = useRoomName();
  const ready = use(RoomReady);
  // Here before the first far offer can be typed.
  useEffect(() => {
    if (ready) void JumpQuestion.preload();
  }, [ready]);

  const amount = pressed ?? draftAmount(room, draft);
  const busy = isOpen(intent);
  const asking = intent.step === 'asking';
  const leads = room.me.leading && !room.rules.leaderMayRaise;
  const running = room.head.phase === 'running';
  const ahead = aheadOfRoom(intent, room.head.seq);
  const blocked = busy || leads || ahead || !running || amount === null;
  const offStep = amount !== null && amount !== room.head.suggestedTiyin;
  // What was under the finger goes out as it was shown: the server says whether it came in time.
  const bound =
    amount === null || pressed !== null
      ? null
      : boundOf(room, amount, draft.typed === '' ? undefined : draft.suggestedTiyin);

  // A refused or unanswered sum stays in its field: only a confirmed one is done with.
  const confirmed = intent.step === 'confirmed' && intent.intent.kind === 'offer';
  useEffect(() => {
    if (confirmed) setDraft(EMPTY_DRAFT);
  }, [confirmed]);
  useEffect(() => {
    if (!asking) return undefined;
    const button = confirm.current;
    return () => {
      // Answered by keyboard: the next press is on the button it was about, not on nothing.
      if (document.activeElement === document.body) button?.focus({ preventScroll: true });
    };
  }, [asking]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(null);
    if (blocked || amount === null) return;
    if (bound) refuseHere(store, amount, bound);
    else offer(store, amount);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setDraft(EMPTY_DRAFT);
    setPressed(null);
    dismissIntent(store);
  };
  const change = (next: OfferDraft) => {
    setDraft(next);
    // What was said of the sum before is not about this one.
    if (intent.step === 'not-sent' || intent.step === 'refused') dismissIntent(store);
  };

  return (
    <section className={`${parts.panel} ${css.panel}`} aria-labelledby={title}>
      <RoomHeading id={title} className={parts.srOnly}>
        {t('bid.title')}
      </RoomHeading>
      <BidStatusLine room={room} />
      {/* Nothing behind the question can be pressed until it is answered. */}
      <form onSubmit={submit} onKeyDown={onKey} inert={asking} aria-labelledby={title}>
        <button
          ref={confirm}
          type="submit"
          className={parts.confirm}
          disabled={!running}
          aria-disabled={blocked || bound !== null}
          data-state={intent.step}
          data-leads={leads}
          data-testid="confirm"
          data-amount={amount ?? 0}
          onPointerDown={() => !blocked && !bound && setPressed(amount)}
          onPointerLeave={() => setPressed(null)}
          onPointerCancel={() => setPressed(null)}
        >
          <ConfirmText leads={leads} offStep={offStep} amount={amount} room={room} />
          {name === null ? null : <span className={parts.srOnly}>, {name}</span>}
        </button>
        <p className={css.consequence}>
          {blocked || bound !== null ? t('bid.rule') : t('bid.consequence', { price: formatMoney(amount) })}
        </p>
        <DeferredPart meanwhile={<div className={css.offerPlace} aria-busy />}>
          <OfferField room={room} draft={draft} amount={amount} bound={bound} onChange={change} />
        </DeferredPart>
        {hasReach(room) ? (
          <p className={`${parts.hint} ${css.reach}`} data-testid="reach">
            <ReachText room={room} />
          </p>
        ) : null}
      </form>
      {intent.step === 'asking' ? (
        // Without its question an offer is given up: nothing stays out of reach for ever.
        <PartBoundary onFailure={() => dismissIntent(store)}>
          <Suspense>
            <JumpQuestion amountTiyin={intent.amountTiyin} over={intent.overBasisPoints} />
          </Suspense>
        </PartBoundary>
      ) : null}
    </section>
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
