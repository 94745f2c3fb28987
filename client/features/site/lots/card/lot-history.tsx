import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lotFlows } from '#shared/api/site/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { recovering } from '#client/lib/recover.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import layout from '#client/ui/layout.module.css';
import { StatesButton } from '../states-button.tsx';
import card from './card.module.css';
import css from './lot-history.module.css';

/** The changes of a lot, behind a press: few people need them, and they are read when somebody does. */
export function LotHistory({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  const [opened, setOpened] = useState(false);
  const panel = useId();
  return (
    <section className={css.historyPart}>
      <h2 className={card.subTitle}>
        <button
          type="button"
          className={css.historyButton}
          aria-expanded={opened}
          aria-controls={panel}
          onClick={() => setOpened(!opened)}
        >
          {t('history.title')}
          <ChevronDown size={20} aria-hidden />
        </button>
      </h2>
      <div id={panel} hidden={!opened}>
        {opened ? <Changes lotId={lotId} /> : null}
      </div>
    </section>
  );
}

/** Oldest first: when, to which status, by whom, and once the reason where a person gave one. */
function Changes({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  const { data, error, refetch } = useQuery({
    queryKey: ['lot-flows', lotId],
    queryFn: () => call(lotFlows, { params: { id: lotId } }),
    ...recovering(),
  });
  if (!data) {
    if (error) return <ErrorState error={error} title={t('history.failed')} onRetry={() => void refetch()} />;
    return (
      <div aria-busy="true">
        <Skeleton height={96} radius={12} />
      </div>
    );
  }
  return (
    <>
      {data.length === 0 ? <p className={layout.mutedMedium}>{t('history.none')}</p> : null}
      <ol className={css.history}>
        {data.map((flow, at) => (
          <li key={`${flow.atMs}-${flow.to}`}>
            <StatusBadge status={flow.to} />
            <p className={layout.mutedMedium}>
              {formatDateTime(flow.atMs)} · {t(`history.by.${flow.by}`)}
            </p>
            {flow.corrected ? (
              <p>
                {t('history.corrected', {
                  parts: flow.corrected.map((part) => t(`history.part.${part}`)).join(', '),
                })}
              </p>
            ) : null}
            {flow.reason && flow.reason !== data[at - 1]?.reason ? (
              <p>{t('history.reason', { reason: flow.reason })}</p>
            ) : null}
          </li>
        ))}
      </ol>
      <StatesButton />
    </>
  );
}
