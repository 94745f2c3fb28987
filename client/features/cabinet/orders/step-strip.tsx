import { CircleAlert, CircleCheck, CircleDashed, MessageSquareWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderStepState } from '#shared/api/cabinet/orders.ts';
import { ORDER_STEPS, type OrderStep } from '#shared/orders/order-fields.ts';
import { paths } from '#client/lib/paths.ts';
import css from './order-create.module.css';

interface StepStripProps {
  orderId: number;
  current: OrderStep;
  states: readonly OrderStepState[];
}

type Look = 'done' | 'remarks' | 'wrong' | 'missing' | 'open';
const ICONS = {
  done: CircleCheck,
  remarks: MessageSquareWarning,
  wrong: CircleAlert,
  missing: CircleDashed,
  open: CircleDashed,
};

function lookOf(step: OrderStep, states: readonly OrderStepState[]): Look {
  if (step === 'check') return states.some(({ problems }) => problems > 0) ? 'open' : 'done';
  const state = states.find((each) => each.step === step);
  if (!state) return 'open';
  if (state.remarks > 0) return 'remarks';
  if (state.problems > state.missing) return 'wrong';
  return state.missing > 0 ? 'missing' : 'done';
}

/** The eight steps, what each still needs, and the way to it. On a phone one line with a segment for each. */
export function StepStrip({ orderId, current, states }: StepStripProps) {
  const { t } = useTranslation('orders');
  const place = ORDER_STEPS.indexOf(current) + 1;
  const stateOf = (step: OrderStep) => states.find((each) => each.step === step);
  const remarks = states.reduce((sum, each) => sum + each.remarks, 0);
  return (
    <nav className={css.strip} aria-label={t('step.label')}>
      <p className={css.stripHead}>
        <span>
          <strong>{t('step.place', { place, count: ORDER_STEPS.length })}</strong>
          <small>{words(lookOf(current, states), stateOf(current))}</small>
        </span>
        {remarks > 0 ? (
          <span className={css.remarks} data-testid="open-remarks">
            {t('step.remarksLeft', { count: remarks })}
          </span>
        ) : null}
      </p>
      <ol>
        {ORDER_STEPS.map((step, i) => {
          const look = lookOf(step, states);
          const Icon = ICONS[look];
          return (
            <li key={step} data-look={look}>
              <Link
                to={paths.orderCreate(orderId, step)}
                aria-current={step === current ? 'step' : undefined}
                data-testid={`step-${step}`}
              >
                <Icon size={22} aria-hidden />
                <span>
                  <strong>
                    {i + 1}. {t(`step.name.${step}`)}
                  </strong>
                  <small>{words(look, stateOf(step))}</small>
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );

  function words(look: Look, state: OrderStepState | undefined): string {
    switch (look) {
      case 'done':
        return t('step.done');
      case 'remarks':
        return t('step.remarksLeft', { count: state?.remarks ?? 0 });
      case 'wrong':
        return t('step.wrong', { count: (state?.problems ?? 0) - (state?.missing ?? 0) });
      case 'missing':
        return t('step.missing', { count: state?.missing ?? 0 });
      case 'open':
        return t('step.open');
    }
  }
}
