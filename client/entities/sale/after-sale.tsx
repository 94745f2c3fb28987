import { Circle, CircleCheck, CircleDot, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AfterSaleActor, StepState, TrackedStep } from '#shared/trade/after-sale.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import css from './after-sale.module.css';

const ICONS: Record<StepState, LucideIcon> = {
  done: CircleCheck,
  now: CircleDot,
  next: Circle,
  failed: CircleX,
  never: CircleMinus,
};

interface AfterSaleProps {
  steps: readonly TrackedStep[];
  /** Who looks at it: their own steps say "you". */
  reader?: AfterSaleActor;
}

/**
 * What has happened since a lot was sold, and who must act by when: the same steps and times for the buyer, the seller and
 * staff. Needs `after-sale` texts.
 */
export function AfterSale({ steps, reader }: AfterSaleProps) {
  const { t } = useTranslation('after-sale');
  return (
    <ol className={css.steps} aria-label={t('title')}>
      {steps.map((step) => {
        const Icon = ICONS[step.state];
        return (
          <li
            key={step.key}
            data-state={step.state}
            {...(step.state === 'now' ? { 'aria-current': 'step' as const } : {})}
          >
            <Icon size={22} aria-hidden />
            <div>
              <strong>{t(`step.${step.key}`)}</strong>
              <span className="sr-only">: {t(`stepState.${step.state}`)}</span>
              <Note step={step} reader={reader} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** When it was done, or until when and by whom it has to be. */
function Note({
  step: { key, state, atMs, byMs, who },
  reader,
}: {
  step: TrackedStep;
  reader: AfterSaleActor | undefined;
}) {
  const { t } = useTranslation('after-sale');
  if (state === 'done' || state === 'failed')
    return atMs === null ? null : <small>{formatDateTime(atMs)}</small>;
  if (state === 'never') return <small>{t('note.never')}</small>;
  const until = byMs === null ? null : t(`by.${key}`, { time: formatDateTime(byMs), defaultValue: '' });
  const actor = who === null ? null : who === reader ? t('actor.you') : t(`actor.${who}`);
  const parts = [until, actor].filter(Boolean);
  return parts.length === 0 ? null : <small>{parts.join(' · ')}</small>;
}
