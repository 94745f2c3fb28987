import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format/money.ts';
import { formatTime } from '../../lib/format/date.ts';
import type { IntentState } from './bid-intent.ts';
import { dismissIntent, offer } from './commands.ts';
import { useRoom } from './room-store.ts';
import css from './room.module.css';

/** What became of my last intent: confirmed when, or why not and what passes now; or the one question. */
export function IntentNote() {
  const intent = useRoom((state) => state.intent);
  if (intent.step === 'asking')
    return <Question amountTiyin={intent.amountTiyin} over={intent.overBasisPoints} />;
  return (
    <div role="status" className={css.intentNote} data-step={intent.step} data-testid="intent-note">
      <IntentText intent={intent} />
    </div>
  );
}

function IntentText({ intent }: { intent: Exclude<IntentState, { step: 'asking' }> }) {
  const { t } = useTranslation('room');
  switch (intent.step) {
    case 'idle':
      return null;
    case 'sending':
      return <>{t('intent.sending')}</>;
    case 'unknown':
      return <>{t('intent.unknown')}</>;
    case 'confirmed': {
      const time = formatTime(intent.atMs, { seconds: true, millis: true });
      if (intent.intent.kind === 'auto-clear') return <>{t('intent.autoCleared', { time })}</>;
      if (intent.intent.kind === 'auto-set')
        return <>{t(intent.asleep ? 'intent.autoAsleep' : 'intent.autoSet', { time })}</>;
      return (
        <>
          {t(intent.leading ? 'intent.confirmed' : 'intent.confirmedOutbid', {
            time,
            price: formatMoney(intent.intent.amountTiyin),
          })}
        </>
      );
    }
    case 'refused':
      return (
        <>
          {t(`refusal.${intent.reason}`, {
            suggested: formatMoney(intent.suggestedTiyin),
            limit: formatMoney(intent.limitTiyin),
            most: formatMoney(intent.mostTiyin),
          })}
        </>
      );
    case 'failed':
      return <>{t(`failure.${intent.code}`, { defaultValue: t('failure.unavailable') })}</>;
  }
}

function Question({ amountTiyin, over }: { amountTiyin: number; over: number }) {
  const { t } = useTranslation('room');
  const box = useRef<HTMLDivElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), []);
  useLayoutEffect(() => {
    const question = box.current;
    const confirm = question?.closest('form')?.querySelector<HTMLButtonElement>('button[type="submit"]');
    return () => {
      // Answered by keyboard: the next press is on the button it was about, not on nothing.
      if (question?.contains(document.activeElement)) confirm?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-labelledby="room-question"
      className={css.question}
      data-testid="question"
    >
      <p id="room-question">
        {t('question.text', { price: formatMoney(amountTiyin), percent: Math.floor(over / 100) })}
      </p>
      <div className={css.questionButtons}>
        <button ref={yes} type="button" className={css.primarySmall} onClick={() => offer(amountTiyin, true)}>
          {t('question.yes')}
        </button>
        <button type="button" className={css.plainSmall} onClick={dismissIntent}>
          {t('question.no')}
        </button>
      </div>
    </div>
  );
}
