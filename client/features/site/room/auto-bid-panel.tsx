import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Bot, Lock } from 'lucide-react';
import { formatMoney } from '../../../lib/format/money.ts';
import { autoDoing } from './auto-doing.ts';
import { isOpen } from './bid-intent.ts';
import { clearAutoBid, setAutoBid } from './bid-commands.ts';
import { typedToTiyin } from './offer-amount.ts';
import { mostMaximum } from './offer-bounds.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { useRoom, useRoomStore } from './room-store.ts';
import { SumField } from './sum-field.tsx';
import { OwnBidsButton } from '../../../entities/application/own-bids-button.tsx';
import { RoomHeading } from './room-heading.tsx';
import parts from './parts.module.css';
import css from './auto-bid.module.css';
import sum from './sum-field.module.css';

/** A secret maximum: add, change, delete, and what it is doing now. */
export default function AutoBidPanel({ room }: { room: RoomState }) {
  const { t } = useTranslation(['room-later', 'room']);
  const store = useRoomStore();
  const id = useId();
  const intent = useRoom((state) => state.intent);
  const [typed, setTyped] = useState('');
  const { auto } = room.me;
  const maximum = typedToTiyin(typed);
  const paused = room.head.phase === 'paused';
  const least = room.me.leading
    ? (room.head.priceTiyin ?? room.head.suggestedTiyin)
    : room.head.suggestedTiyin;
  const most = mostMaximum(room);
  const far = most !== null && maximum !== null && maximum > most;
  const ready = maximum !== null && maximum >= least && !far && !paused && !isOpen(intent);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || maximum === null) return;
    setAutoBid(store, maximum);
    setTyped('');
  };

  return (
    <form className={`${parts.panel} ${css.panel}`} onSubmit={submit} aria-labelledby={id}>
      <RoomHeading id={id} className={parts.panelTitle}>
        <Bot size={18} aria-hidden /> {t('room:auto.title')}
      </RoomHeading>
      {auto ? (
        <p className={css.now} data-doing={autoDoing(room)} data-testid="auto-now">
          <Lock size={16} aria-hidden />
          <span>
            {t('auto.upTo', { price: formatMoney(auto.maximumTiyin) })} {t(`auto.doing.${autoDoing(room)}`)}
          </span>
        </p>
      ) : (
        <p className={parts.hint}>
          {t(room.rules.autoBid === 'aboveRunnerUp' ? 'auto.whatAboveRunnerUp' : 'auto.what')}
        </p>
      )}
      <div className={css.row}>
        <label className={sum.field}>
          <span>{t('auto.maximum')}</span>
          <SumField
            value={typed}
            onValue={setTyped}
            placeholder={formatMoney(least)}
            disabled={paused}
            aria-describedby={`${id}hint`}
            data-testid="auto-field"
          />
        </label>
        <button type="submit" className={parts.plainSmall} aria-disabled={!ready} data-testid="auto-save">
          {auto ? t('auto.change') : t('auto.add')}
        </button>
        {auto ? (
          <button
            type="button"
            className={parts.plainSmall}
            onClick={() => clearAutoBid(store)}
            data-testid="auto-delete"
          >
            {t('auto.delete')}
          </button>
        ) : null}
      </div>
      <p id={`${id}hint`} className={parts.hint}>
        {paused
          ? t('auto.paused')
          : far
            ? t('auto.far', { price: formatMoney(most) })
            : typed !== '' && (maximum === null || maximum < least)
              ? t('auto.least', { price: formatMoney(least) })
              : t('auto.secret')}
      </p>
      <OwnBidsButton lotId={room.head.lotId}>{t('ownBids')}</OwnBidsButton>
    </form>
  );
}
