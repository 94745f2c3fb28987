import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { PublicLog } from '#shared/trust/public-log.ts';
import { formatDay, formatTime } from '#client/lib/format/date.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Chart } from './chart.tsx';
import { Check } from './check.tsx';
import { Controls } from './controls.tsx';
import { EntryText } from './entry-text.tsx';
import { Marks } from './marks.tsx';
import { Maxima } from './maxima.tsx';
import { instantInAddress, instantOfAddress, reachedAt, timelineOf, type Frame } from './timeline.ts';
import { useCalm } from './use-calm.ts';
import { usePlayer } from './use-player.ts';
import css from './replay.module.css';

/** Browsers refuse an address that changes with every movement of the slider. */
const ADDRESS_AFTER_MS = 400;
const clock = (us: number) => formatTime(us / 1_000, { seconds: true });

/** What the room showed at an instant, and the means to go to another one. */
export function Player({ log }: { log: PublicLog }) {
  const { t } = useTranslation('checks');
  const timeline = useMemo(() => timelineOf(log), [log]);
  const [params] = useSearchParams();
  const [startUs] = useState(() => instantOfAddress(timeline, params.get('t')));
  const player = usePlayer(timeline, startUs);
  const reached = reachedAt(timeline, player.atUs);
  const frame = timeline.frames[Math.max(0, reached - 1)];
  const calm = useCalm();
  // Without motion the clock goes from change to change.
  const shownUs = calm && player.playing && frame ? Math.max(timeline.fromUs, frame.entry.atUs) : player.atUs;
  useInstantInAddress(instantInAddress(timeline, player.atUs), !player.playing && player.atUs !== startUs);
  if (!frame) return null;
  return (
    <>
      <Shown frame={frame} atUs={shownUs} />
      <Chart timeline={timeline} startTiyin={log.terms.startPriceTiyin} atUs={shownUs} />
      <Controls timeline={timeline} player={player} shownUs={shownUs} frame={frame} />
      <p className={css.entry} aria-live={player.playing ? 'off' : 'polite'} data-testid="replay-entry">
        <time>{clock(frame.entry.atUs)}</time> <EntryText entry={frame.entry} />
      </p>
      {frame.pause ? (
        <p className={css.pause} role="note">
          {t(`replay.cause.${frame.pause.cause}`)}
          {frame.pause.reason ? ` ${t('replay.reason', { reason: frame.pause.reason })}` : null}
        </p>
      ) : null}
      <Marks marks={timeline.marks} onSeek={player.seek} />
      {reached === log.entries.length ? <Maxima log={log} /> : null}
      <Check log={log} reached={reached} />
    </>
  );
}

function Shown({ frame, atUs }: { frame: Frame; atUs: number }) {
  const { t } = useTranslation('checks');
  const { priceTiyin, leader, deadlineUs, extensions, pause, entry } = frame;
  const over = entry.kind === 'closed';
  const ends = pause ? t('replay.paused') : over ? t('replay.over') : clock(deadlineUs);
  return (
    <dl className={css.shown}>
      <div>
        <dt>{t('replay.time')}</dt>
        <dd title={formatDay(atUs / 1_000)} data-testid="replay-time">
          {clock(atUs)}
        </dd>
      </div>
      <div>
        <dt>{t(over ? 'replay.finalPrice' : 'replay.price')}</dt>
        <dd data-testid="replay-price" data-price={priceTiyin ?? ''}>
          {priceTiyin === null ? t('replay.noPrice') : <MoneyText tiyin={priceTiyin} live />}
        </dd>
      </div>
      <div>
        <dt>{t('replay.leader')}</dt>
        <dd data-testid="replay-leader">
          {leader === null ? '—' : t('replay.participant', { number: leader })}
        </dd>
      </div>
      <div>
        <dt>{t('replay.deadline')}</dt>
        <dd>{ends}</dd>
      </div>
      <div>
        <dt>{t('replay.overtime')}</dt>
        <dd data-testid="replay-overtime">{extensions}</dd>
      </div>
    </dl>
  );
}

/** A link to this instant is the address of the page, once the person has stopped there. */
function useInstantInAddress(instant: string, wanted: boolean): void {
  const [params, setParams] = useSearchParams();
  const isThere = params.get('t') === instant;
  useEffect(() => {
    if (!wanted || isThere) return;
    const timer = setTimeout(() => {
      setParams(
        (given) => {
          given.set('t', instant);
          return given;
        },
        { replace: true, preventScrollReset: true },
      );
    }, ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [instant, wanted, isThere, setParams]);
}
