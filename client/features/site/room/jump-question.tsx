import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/format/money.ts';
import { dismissIntent, offer } from './bid-commands.ts';
import { useRoomStore } from './room-store.ts';
import parts from './parts.module.css';
import css from './jump-question.module.css';

/** A second press that was meant for the button behind the question must answer nothing. */
export const DEAF_MS = 600;

/** The one question before an offer far above the suggested price; its safe answer has the focus. */
export default function JumpQuestion({ amountTiyin, over }: { amountTiyin: number; over: number }) {
  const { t } = useTranslation('room');
  const store = useRoomStore();
  const question = useId();
  const no = useRef<HTMLButtonElement>(null);
  const [deaf, setDeaf] = useState(true);
  useEffect(() => {
    no.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setDeaf(false), DEAF_MS);
    return () => clearTimeout(timer);
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      dismissIntent(store);
    }
    // A key held down from before repeats for longer than any pause.
    if ((event.key === 'Enter' || event.key === ' ') && (deaf || event.repeat)) event.preventDefault();
  };
  return (
    <div
      role="alertdialog"
      aria-labelledby={question}
      className={css.question}
      onKeyDown={onKey}
      data-testid="question"
    >
      <p id={question}>
        {t('question.text', { price: formatMoney(amountTiyin), percent: Math.floor(over / 100) })}
      </p>
      <div className={css.questionButtons}>
        <button ref={no} type="button" className={parts.plainSmall} onClick={() => dismissIntent(store)}>
          {t('question.no')}
        </button>
        <button
          type="button"
          className={parts.primarySmall}
          aria-disabled={deaf}
          onClick={() => deaf || offer(store, amountTiyin, true)}
        >
          {t('question.yes')}
        </button>
      </div>
    </div>
  );
}
