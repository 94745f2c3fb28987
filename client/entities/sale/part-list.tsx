import { Circle, CircleCheck, CircleDot, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Part } from '#shared/api/parts.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import css from './part-schedule.module.css';

type State = Part['state'];

/** A part that is owed, or one that would be: without a state. */
export interface ListedPart extends Pick<Part, 'k' | 'amountTiyin' | 'dueAtMs'> {
  state?: State;
  paidAtMs?: number | null;
  lateFeeTiyin?: number;
  /** Paid as one buys. */
  atOnce?: boolean;
}

const ICONS: Record<State, LucideIcon> = {
  paid: CircleCheck,
  late: TriangleAlert,
  now: CircleDot,
  next: Circle,
};

/** As many are shown at once: ten years have a hundred and twenty. */
const SHOWN = 7;
const BEFORE = 1;
const AFTER = 3;

/** Those around the next one to be paid, the first one, the late ones and the last one. */
function important(parts: readonly ListedPart[]): readonly ListedPart[] {
  if (parts.length <= SHOWN) return parts;
  const next = parts.findIndex(({ state }) => state !== 'paid');
  const here = next === -1 ? parts.length - 1 : next;
  return parts.filter(
    ({ state }, at) =>
      at === 0 || at === parts.length - 1 || state === 'late' || (at >= here - BEFORE && at <= here + AFTER),
  );
}

/** People count from 1, the schedule from 0. */
export function usePartName(): (k: number) => string {
  const { t } = useTranslation('parts');
  return (k) => t('part', { number: k + 1 });
}

/** The parts of a price in their order; of a long schedule those that matter now, and all of them at a press. Needs `parts` texts. */
export function PartList({ parts, label }: { parts: readonly ListedPart[]; label: string }) {
  const { t } = useTranslation('parts');
  const [all, setAll] = useState(false);
  const shown = all ? parts : important(parts);
  return (
    <div className={css.listed}>
      <ol className={css.parts} aria-label={label}>
        {shown.map((part, at) => {
          const left = part.k - (shown[at - 1]?.k ?? -1) - 1;
          return (
            <li
              key={part.k}
              data-state={part.state}
              {...(part.state === 'now' ? { 'aria-current': 'step' } : {})}
            >
              {left > 0 ? <small className={css.gap}>{t('more', { count: left })}</small> : null}
              <Row part={part} />
            </li>
          );
        })}
      </ol>
      {parts.length > SHOWN ? (
        <button type="button" className={css.all} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('showFewer') : t('showAll', { count: parts.length })}
        </button>
      ) : null}
    </div>
  );
}

function Row({ part }: { part: ListedPart }) {
  const { t } = useTranslation('parts');
  const nameOf = usePartName();
  const { k, amountTiyin, dueAtMs, state, paidAtMs = null, lateFeeTiyin = 0, atOnce = false } = part;
  const Icon = state ? ICONS[state] : Circle;
  return (
    <div className={css.part}>
      <Icon size={20} aria-hidden />
      <div>
        <strong>{nameOf(k)}</strong>
        {state ? <span className={css.state}>{t(`state.${state}`)}</span> : null}
        <small>
          {atOnce
            ? t('atOnce')
            : paidAtMs === null
              ? t('by', { time: formatDateTime(dueAtMs) })
              : t('paidAt', { time: formatDateTime(paidAtMs) })}
        </small>
      </div>
      <div className={css.amount}>
        <MoneyText tiyin={amountTiyin} />
        {lateFeeTiyin > 0 ? (
          <small>
            + <MoneyText tiyin={lateFeeTiyin} size="small" /> {t('lateFee')}
          </small>
        ) : null}
      </div>
    </div>
  );
}
