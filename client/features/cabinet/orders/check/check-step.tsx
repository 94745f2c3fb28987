import type { ComponentType } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotTabDetails } from '#shared/api/site/lot-tabs.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { ORDER_STEPS, stepOfField, type OrderFieldName } from '#shared/orders/order-fields.ts';
import type { OrderProblem } from '#shared/orders/problem-codes.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { fieldAnchor } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import { previewQuery, questionsQuery } from '../order-queries.ts';
import { useProblemText } from '#client/entities/order/use-problem-text.ts';
import { Cost } from './cost.tsx';
import { SendOrder, type SignPart } from './send-order.tsx';
import css from './check.module.css';

/** What other features draw here: the card of a lot, and signing. */
export interface OrderParts {
  Card: ComponentType<{ lot: LotDetails; tabs: readonly LotTabDetails[] }>;
  Sign: SignPart;
}

interface CheckStepProps {
  parts: OrderParts;
  /** Everything typed and chosen is on the server. */
  ready: boolean;
  onSent: () => void;
}

/** Step 8: what is still wrong, what it costs, the card as people will see it, and sending. */
export function CheckStep({ parts, ready, onSent }: CheckStepProps) {
  const { t } = useTranslation('orders');
  const { details } = useOrderForm();
  const { problems, order } = details;
  return (
    <>
      {problems.length > 0 ? <Problems problems={problems} /> : null}
      <Duplicates />
      <Cost orderId={order.id} version={order.version} />
      {problems.length === 0 ? <SendOrder Sign={parts.Sign} ready={ready} onSent={onSent} /> : null}
      <Preview Card={parts.Card} />
      <p>
        <Link to={paths.orderPreview(order.id)} target="_blank">
          {t('check.openPreview')}
        </Link>
      </p>
    </>
  );
}

/** Every problem, by step, each a link to its field. */
function Problems({ problems }: { problems: readonly OrderProblem[] }) {
  const { t } = useTranslation('orders');
  const { orderId, fields } = useOrderForm();
  const problemText = useProblemText();
  const localized = useLocalized();
  const { data: questions } = useQuery(questionsQuery(fields.categoryId));
  const nameOf = ({ field, part }: OrderProblem) => {
    const question = field === 'facts' ? questions?.find(({ code }) => code === part) : undefined;
    if (question) return localized(question.label);
    const name = t(`field.${field}`);
    if (part === 'uz' || part === 'ru') return t(`language.${part}`, { label: name });
    return part && field !== 'facts' ? `${name}: ${t(`part.${part}`)}` : name;
  };
  return (
    <section className={css.problems} aria-labelledby="problems-title">
      <h3 id="problems-title">
        <CircleAlert size={22} aria-hidden />
        {t('check.problems', { count: problems.length })}
      </h3>
      {ORDER_STEPS.map((step) => {
        const here = problems.filter(({ field }) => stepOfField(field) === step);
        if (here.length === 0) return null;
        return (
          <div key={step}>
            <h4>{t(`step.name.${step}`)}</h4>
            <ul>
              {here.map((problem) => (
                <li key={`${problem.field} ${problem.part ?? ''} ${problem.problem}`}>
                  <Link to={`${paths.orderCreate(orderId, step)}#${fieldAnchor(problem.field)}`}>
                    {nameOf(problem)}
                  </Link>
                  <span>{problemText(problem)}</span>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

/** Other orders that seem to sell the same: a reason to look, none to stop. */
function Duplicates() {
  const { t } = useTranslation('orders');
  const { details } = useOrderForm();
  if (details.duplicates.length === 0) return null;
  return (
    <section className={css.duplicates} role="status">
      <Copy size={20} aria-hidden />
      <div>
        <p>{t('check.duplicates')}</p>
        <ul>
          {details.duplicates.map(({ orderId, same }, i) => (
            // Orders of other people have no number here.
            <li key={i}>
              {orderId === null ? (
                t('check.otherPerson')
              ) : (
                <Link to={paths.orderCreate(orderId)}>{t('draft', { number: orderId })}</Link>
              )}
              {': '}
              {t(`check.same.${same}`)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A card is drawn without these. */
const NOT_ON_THE_CARD: readonly OrderFieldName[] = ['photos', 'documents', 'requisites'];

/** What a card needs is not there yet. */
const isNotDrawn = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'orders.no-preview';

function Preview({ Card }: { Card: OrderParts['Card'] }) {
  const { t } = useTranslation('orders');
  const { details } = useOrderForm();
  const { id, version } = details.order;
  const isDrawn = details.problems.every(({ field }) => NOT_ON_THE_CARD.includes(field));
  const { data, error, refetch } = useQuery({ ...previewQuery(id, version), enabled: isDrawn });
  return (
    <section className={css.preview} aria-labelledby="preview-title">
      <h3 id="preview-title">{t('check.preview')}</h3>
      <p>{t('check.previewText')}</p>
      {data ? (
        <Card lot={data.lot} tabs={data.tabs} />
      ) : !isDrawn || isNotDrawn(error) ? (
        <p className={css.note}>{t('check.noPreview')}</p>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={420} radius={12} />
        </div>
      )}
    </section>
  );
}
