import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicLog } from '#shared/trust/public-log.ts';
import { fitsCommitment, opensMaxima } from '#shared/trust/sealed-maxima.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import css from './replay.module.css';

interface Tick {
  seq: number;
  number: number;
  atUs: number;
  /** Null: the file does not open it. */
  maximumTiyin: number | null;
  /** Null: this browser cannot tell. */
  fits: boolean | null;
}

async function ticksOf({ entries, maxima }: PublicLog): Promise<Tick[]> {
  const opened = new Map(maxima.map((one) => [one.seq, one]));
  const ticks: Tick[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'autoSet') continue;
    const { seq, number, atUs, commitment } = entry;
    const one = opened.get(seq);
    // Not retried: a page that is not from a secure address has no `crypto.subtle`, which the check beside this says.
    const fits = one ? await fitsCommitment(commitment, one).catch(() => null) : false;
    ticks.push({ seq, number, atUs, maximumTiyin: one?.maximumTiyin ?? null, fits });
  }
  return ticks;
}

/** Every maximum that was sealed, once the auction is over, each compared by this browser with what the log committed to. */
export function Maxima({ log }: { log: PublicLog }) {
  const { t } = useTranslation('checks');
  const [ticks, setTicks] = useState<Tick[]>([]);
  const close = log.entries.at(-1);
  const open = close?.kind === 'closed' && opensMaxima(close.outcome);
  useEffect(() => {
    let current = true;
    if (open) void ticksOf(log).then((found) => current && setTicks(found));
    return () => {
      current = false;
    };
  }, [log, open]);
  if (!log.entries.some(({ kind }) => kind === 'autoSet')) return null;
  return (
    <section className={css.maxima} aria-labelledby="replay-maxima" data-testid="replay-maxima">
      <h3 id="replay-maxima">{t('replay.maxima.title')}</h3>
      <p>{t(open ? 'replay.maxima.text' : 'replay.maxima.sealed')}</p>
      <ul>
        {ticks.map((tick) => (
          <Row key={tick.seq} tick={tick} />
        ))}
      </ul>
    </section>
  );
}

function Row({ tick: { number, atUs, maximumTiyin, fits } }: { tick: Tick }) {
  const { t } = useTranslation('checks');
  const Icon = fits === false ? CircleX : CircleCheck;
  return (
    <li data-fits={fits ?? ''}>
      {fits === null ? null : <Icon size={18} aria-hidden />}
      <span>
        <time>{formatTime(atUs / 1_000, { seconds: true })}</time> {t('replay.participant', { number })}:{' '}
        {maximumTiyin === null ? '—' : <MoneyText tiyin={maximumTiyin} />}
        {fits === null ? null : ` ${t(fits ? 'replay.maxima.fits' : 'replay.maxima.differs')}`}
      </span>
    </li>
  );
}
