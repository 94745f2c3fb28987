import { CircleCheck, CloudOff, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '#shared/api/cabinet/payments.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';
import css from './console-payments.module.css';

interface ReconciliationsProps {
  rounds: readonly Reconciliation[] | undefined;
  error: unknown;
  onRetry: () => void;
}

type Outcome = 'agree' | 'differ' | 'away' | 'never' | 'unaskable';

const outcomeOf = ({ askable, last }: Reconciliation): Outcome => {
  if (!askable) return 'unaskable';
  if (!last) return 'never';
  if (last.outcome === 'away') return 'away';
  return last.found > 0 ? 'differ' : 'agree';
};

const ICONS = { agree: CircleCheck, differ: TriangleAlert, away: CloudOff, never: Info, unaskable: Info };

/** When our books were last held against those of each provider, and how that ended. */
export function Reconciliations({ rounds, error, onRetry }: ReconciliationsProps) {
  const { t } = useTranslation('console-payments');
  if (!rounds) return <NotRead part={t('rounds.title')} error={error} onRetry={onRetry} height={66} />;
  return (
    <ul className={css.rounds} aria-label={t('rounds.title')}>
      {rounds.map((round) => {
        const outcome = outcomeOf(round);
        const Icon = ICONS[outcome];
        return (
          <li key={round.provider} data-outcome={outcome}>
            <Icon size={20} aria-hidden />
            <div>
              <strong>{PROVIDER_NAMES[round.provider]}</strong>
              <span>
                {t(`rounds.${outcome}`, {
                  count: round.last?.found ?? 0,
                  compared: round.last?.compared ?? 0,
                })}
              </span>
              {round.last ? (
                <small>{t('rounds.at', { time: formatDateTimeShort(round.last.atMs) })}</small>
              ) : null}
            </div>
          </li>
        );
      })}
      {rounds.length === 0 ? <li data-outcome="never">{t('rounds.none')}</li> : null}
    </ul>
  );
}
