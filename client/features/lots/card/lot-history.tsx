import { useTranslation } from 'react-i18next';
import type { LotFlow } from '#shared/api/lot-tabs.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { StatusBadge } from '#client/ui/status-badge.tsx';
import css from './card.module.css';

/** Every change of the lot, oldest first: when, to which status, by whom, and the reason where a person gave one. */
export function LotHistory({ flows }: { flows: LotFlow[] }) {
  const { t } = useTranslation('card');
  return (
    <section aria-labelledby="lot-history">
      <h2 id="lot-history" className={css.subTitle}>
        {t('history.title')}
      </h2>
      {flows.length === 0 ? <p className={css.note}>{t('history.none')}</p> : null}
      <ol className={css.history}>
        {flows.map((flow) => (
          <li key={`${flow.atMs}-${flow.to}`}>
            <StatusBadge status={flow.to} />
            <p className={css.note}>
              {formatDateTime(flow.atMs)} · {t(`history.by.${flow.by}`)}
            </p>
            {flow.reason ? <p>{flow.reason}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
