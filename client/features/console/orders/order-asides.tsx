import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isRepeatFlow } from '#shared/lifecycles/repeat.ts';
import type { ModeratedOrder, OrderCheck, StaffFlow } from '#shared/api/console/console-orders.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useFlowReason } from '#client/entities/order/flow-reason.ts';
import { OrderBadge } from '#client/entities/order/order-badge.tsx';
import { useProblemText } from '#client/entities/order/use-problem-text.ts';
import layout from '#client/ui/layout.module.css';
import { Requisites } from './field-values.tsx';
import css from './order.module.css';

/** The rules that were judged before anybody looks, those that failed first. */
export function CheckList({ checks }: { checks: readonly OrderCheck[] }) {
  const { t } = useTranslation('console-orders');
  const problemText = useProblemText();
  return (
    <section className={css.part}>
      <h2>{t('checks.title')}</h2>
      <ul className={css.checks}>
        {checks
          .toSorted((a, b) => Number(a.passed) - Number(b.passed))
          .map(({ check, passed, problems }) => (
            <li key={check} data-passed={passed}>
              {passed ? <CircleCheck size={18} aria-hidden /> : <CircleX size={18} aria-hidden />}
              <span>
                {t(`order-actions:check.${check}`)}:{' '}
                <strong>{t(passed ? 'checks.ok' : 'checks.failed')}</strong>
                {problems.map((problem) => (
                  <small key={`${problem.field}-${problem.problem}-${problem.part ?? ''}`}>
                    {t(`order:field.${problem.field}`)}: {problemText(problem)}
                  </small>
                ))}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Orders and lots that look like the same property. */
export function Duplicates({ duplicates }: Pick<ModeratedOrder, 'duplicates'>) {
  const { t } = useTranslation('console-orders');
  if (duplicates.length === 0) return null;
  return (
    <section className={css.part}>
      <h2>{t('page.duplicates')}</h2>
      <ul className={css.lines}>
        {duplicates.map(({ orderId, lotId, title }) => (
          <li key={`${orderId ?? ''}-${lotId ?? ''}`}>
            {title}
            {orderId === null ? null : (
              <>
                {' · '}
                <Link to={paths.consoleOrder(orderId)}>{t('page.title', { number: orderId })}</Link>
              </>
            )}
            {lotId === null ? null : (
              <>
                {' · '}
                <Link to={paths.lotView(lotId)}>{t('page.lot', { number: lotId })}</Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Everything that happened to the order, the last first. */
export function FlowList({ flows }: { flows: readonly StaffFlow[] }) {
  const { t } = useTranslation(['console-orders', 'protests', 'customer-orders']);
  const reasonOf = useFlowReason();
  const localized = useLocalized();
  return (
    <section className={css.part}>
      <h2>{t('page.flows')}</h2>
      <ol className={css.flows}>
        {flows
          .toSorted((a, b) => b.atMs - a.atMs || b.id - a.id)
          .map(({ id, atMs, event, to, note, by, byName, why, reason, remarks }) => (
            <li key={id}>
              {note !== null ? (
                <b>{t(`protests:note.${note}`)}</b>
              ) : to === 'gone' ? null : (
                <OrderBadge status={to} />
              )}
              <small>
                {formatDateTimeShort(atMs)} · {t(`flow.by.${by}`)}
                {byName === null ? '' : `, ${byName}`}
              </small>
              {isRepeatFlow(event) ? <p>{t(`customer-orders:flow.${event}`)}</p> : null}
              {reason ? <p>{localized(reason.name)}</p> : null}
              {why === null ? null : <p>{reasonOf(why)}</p>}
              {remarks.length === 0 ? null : (
                <ul className={css.lines}>
                  {remarks.map(({ field, text }, i) => (
                    <li key={i}>
                      <span>{t(`order:field.${field}`)}:</span> {text}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
      </ol>
    </section>
  );
}

/** Where the money was to go before and after each change that the customer made with a code. */
export function RequisitesChanges({ order: { requisitesChanges = [] } }: { order: ModeratedOrder }) {
  const { t } = useTranslation('console-orders');
  if (requisitesChanges.length === 0) return null;
  return (
    <section className={css.part}>
      <h2>{t('requisitesChanges.title')}</h2>
      <ol className={css.flows}>
        {requisitesChanges.map(({ atMs, before, after }) => (
          <li key={atMs}>
            <small>{formatDateTimeShort(atMs)}</small>
            {before ? (
              <div className={layout.muted}>
                <span>{t('requisitesChanges.before')}</span>
                <Requisites requisites={before} />
              </div>
            ) : null}
            <div>
              <span>{t('requisitesChanges.after')}</span>
              <Requisites requisites={after} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
