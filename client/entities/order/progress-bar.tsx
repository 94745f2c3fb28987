import { useTranslation } from 'react-i18next';
import { ORDER_PROGRESS, type OrderProgress } from '#shared/lifecycles/order.ts';
import css from './order.module.css';

interface ProgressBarProps {
  progress: OrderProgress;
  /** It ended on the way: turned down or cancelled. */
  stopped?: boolean;
}

/** How far an order is, as a bar of six parts with the name of the present one. Needs `order` texts. */
export function ProgressBar({ progress, stopped = false }: ProgressBarProps) {
  const { t } = useTranslation('order');
  return (
    <div className={css.progress} data-stopped={stopped}>
      <div className={css.parts} aria-hidden>
        {ORDER_PROGRESS.map((step) => (
          <span key={step} data-reached={step <= progress} />
        ))}
      </div>
      <span>{t('progress.at', { step: progress, name: t(`progress.${progress}`) })}</span>
    </div>
  );
}

/** The whole way of an order, each step by its name; a row on wide screens, the bar on a phone. */
export function ProgressSteps({ progress, stopped = false }: ProgressBarProps) {
  const { t } = useTranslation('order');
  return (
    <>
      <ol className={css.way} data-stopped={stopped} aria-label={t('progress.label')}>
        {ORDER_PROGRESS.map((step) => (
          <li
            key={step}
            data-reached={step <= progress}
            {...(step === progress ? { 'aria-current': 'step' as const } : {})}
          >
            <span>{t(`progress.${step}`)}</span>
          </li>
        ))}
      </ol>
      <div className={css.narrow}>
        <ProgressBar progress={progress} stopped={stopped} />
      </div>
    </>
  );
}
