import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { orderLots, OrderRow } from '#shared/api/cabinet/orders.ts';
import type { LotRepeat } from '#shared/api/console/relistings.ts';
import { REPEAT_COLOURS } from '#shared/lifecycles/repeat.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatPercent } from '#client/lib/format/money.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { useOrderActions } from '../actions/use-order-actions.tsx';
import css from './order-lots.module.css';

interface RepeatPlanProps {
  order: OrderRow;
  plan: LotRepeat;
  wishes: z.infer<typeof orderLots.answer>['wishes'];
}

const NAMES = { none: 'none', planned: 'planned', blocked: 'blocked', stopped: 'stopped' } as const;

/** What becomes of the last lot, which was not sold: when it is published again and at which price, or why it is not. */
export function RepeatPlan({ order, plan, wishes }: RepeatPlanProps) {
  const { t } = useTranslation(['customer-orders', 'order-actions']);
  const { act, dialog } = useOrderActions({ onDone: () => undefined });
  const { state, ground, round, cutBp, startPriceTiyin, publishAtMs, obstacle, reason, stoppedBy } = plan;
  if (state === 'published') return null;
  const open = state === 'planned' || state === 'blocked';
  return (
    <section className={css.repeat} aria-labelledby="repeat-plan" data-testid="repeat-plan">
      <div className={css.head}>
        <Badge colour={REPEAT_COLOURS[state]}>{t(`repeat.${NAMES[state]}`, { round })}</Badge>
        <h2 id="repeat-plan">{t('repeat.title')}</h2>
      </div>
      {open && publishAtMs !== null ? (
        <dl className={css.main}>
          <div>
            <dt>{t('repeat.publishAt')}</dt>
            <dd className={css.time}>{formatDateTime(publishAtMs)}</dd>
          </div>
          <div>
            <dt>{t('repeat.price')}</dt>
            <dd>
              <MoneyText tiyin={startPriceTiyin} size="large" />
            </dd>
          </div>
        </dl>
      ) : null}
      <p>
        {state === 'stopped'
          ? stoppedBy
            ? t(`repeat.by.${stoppedBy}`)
            : null
          : t(`repeat.ground.${ground}`)}{' '}
        {open && cutBp > 0 ? t('repeat.cut', { percent: formatPercent(cutBp / 100) }) : null}
      </p>
      {obstacle ? <p>{t('repeat.obstacle', { obstacle: t(`order-actions:obstacle.${obstacle}`) })}</p> : null}
      {reason ? <p>{reason}</p> : null}
      {wishes.repeat ? (
        <Button size="md" className={css.link} onClick={() => act('repeat', [order])}>
          {t('action.repeat')}
        </Button>
      ) : null}
      {wishes.stopRepeats ? (
        <Button size="md" variant="default" className={css.link} onClick={() => act('stop-repeats', [order])}>
          {t('action.stop-repeats')}
        </Button>
      ) : null}
      {dialog}
    </section>
  );
}
