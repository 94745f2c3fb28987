import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicLog } from '#shared/trust/public-log.ts';
import { startChainCheck, UNCHECKED } from './chain-check.ts';
import css from './replay.module.css';

/** The hashes of the log, checked by this browser as far as it has been played. */
export function Check({ log, reached }: { log: PublicLog; reached: number }) {
  const { t } = useTranslation('checks');
  const [{ verified, end }, say] = useState(UNCHECKED);
  const check = useRef<ReturnType<typeof startChainCheck> | null>(null);
  useEffect(() => {
    const started = startChainCheck(log, say);
    check.current = started;
    return started.stop;
  }, [log]);
  useEffect(() => check.current?.reach(reached), [reached, log]);
  const broken = end !== null && end !== 'whole';
  const Icon = broken ? ShieldAlert : ShieldCheck;
  return (
    <div className={css.check} data-broken={broken}>
      <Icon size={20} aria-hidden />
      <div>
        <p data-testid="replay-check">
          {t('replay.check.count', { verified, total: log.entries.length })}
          {end === 'whole' ? ` ${t('replay.check.whole')}` : null}
        </p>
        {end === 'unable' ? <p>{t('replay.check.unable')}</p> : null}
        {end !== null && typeof end === 'object' ? (
          <p role="alert">{t('replay.check.broken', { seq: end.seq })}</p>
        ) : null}
        <p>
          {t('replay.check.signature')} <a href="/verify">{t('replay.check.verify')}</a>
        </p>
      </div>
    </div>
  );
}
