import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { OrderDetails } from '#shared/api/cabinet/orders.ts';
import { ORDER_STEPS, type OrderFieldName, type OrderStep } from '#shared/orders/order-fields.ts';
import { isMissing } from '#shared/orders/order-problems.ts';
import { useUploads } from '#client/entities/file/uploads.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { ChangedElsewhere } from './changed-elsewhere.tsx';
import { CheckStep, type OrderParts } from './check/check-step.tsx';
import { sameValue } from './draft/unsent.ts';
import { useDraft } from './draft/use-draft.ts';
import { OrderFormContext, type OrderForm } from './order-form.tsx';
import { orderQuery } from './order-queries.ts';
import { SavingLine } from './saving-line.tsx';
import { StepStrip } from './step-strip.tsx';
import { DocumentsStep } from './steps/documents-step.tsx';
import { KindStep } from './steps/kind-step.tsx';
import { PlaceStep } from './steps/place-step.tsx';
import { PriceStep } from './steps/price-step.tsx';
import { PropertyStep } from './steps/property-step.tsx';
import { RequisitesStep } from './steps/requisites-step.tsx';
import { ThingStep } from './steps/thing-step.tsx';
import css from './order-create.module.css';

const STEPS: Record<Exclude<OrderStep, 'check'>, ComponentType> = {
  thing: ThingStep,
  kind: KindStep,
  property: PropertyStep,
  place: PlaceStep,
  price: PriceStep,
  documents: DocumentsStep,
  requisites: RequisitesStep,
};

/** The step of an address; anything that is none means the first one. */
const readStep = (text: string | null): OrderStep => ORDER_STEPS.find((step) => step === text) ?? 'thing';

/** An order that is being written: its steps, what is missing, and one step. */
export function Draft({ details, parts }: { details: OrderDetails; parts: OrderParts }) {
  const { t } = useTranslation('orders');
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const step = readStep(search.get('step'));
  const { id } = details.order;
  const { draft, saving } = useDraft(details);
  const { pending } = useUploads({ owner: 'order', ownerId: id });
  const form = useForm(details, draft.fields, saving.change);
  const Step = step === 'check' ? null : STEPS[step];
  // The step is left: what was typed in it goes out at once.
  useEffect(() => () => saving.flush(), [saving, step]);
  useFocusOnStep(step);
  return (
    <OrderFormContext value={form}>
      <div className={css.top}>
        <p className={css.number}>
          <strong>{t('draft', { number: id })}</strong>
          <span>{t(`status.${details.order.status === 'returned' ? 'returned' : 'created'}`)}</span>
        </p>
        <SavingLine draft={draft} uploads={pending} onRetry={saving.flush} />
      </div>
      {draft.state === 'changed-elsewhere' ? (
        <ChangedElsewhere fields={draft.changedElsewhere} saving={saving} />
      ) : null}
      <div className={css.columns}>
        <StepStrip orderId={id} current={step} states={details.steps} />
        <section className={css.step} aria-labelledby="step-title" data-testid={`form-${step}`}>
          <header>
            <h2 id="step-title" tabIndex={-1}>
              {t(`step.title.${step}`)}
            </h2>
            <p>{t(`step.lead.${step}`)}</p>
          </header>
          {Step ? (
            // The changes of another tab replace what the fields hold of their own.
            <Step key={`${step} ${draft.changedElsewhere.length}`} />
          ) : (
            <CheckStep
              parts={parts}
              ready={!draft.unsent && pending.length === 0}
              onSent={() => queries.invalidateQueries({ queryKey: orderQuery(id).queryKey })}
            />
          )}
          <Turn orderId={id} step={step} />
        </section>
      </div>
    </OrderFormContext>
  );
}

/** The steps before and after this one. */
function Turn({ orderId, step }: { orderId: number; step: OrderStep }) {
  const { t } = useTranslation('orders');
  const at = ORDER_STEPS.indexOf(step);
  const before = ORDER_STEPS[at - 1];
  const next = ORDER_STEPS[at + 1];
  return (
    <div className={css.turn}>
      {before ? (
        <ButtonLink to={paths.orderCreate(orderId, before)} size="lg" variant="default">
          {t('step.back')}
        </ButtonLink>
      ) : (
        <span />
      )}
      {next ? (
        <ButtonLink to={paths.orderCreate(orderId, next)} size="lg">
          {t('step.next', { name: t(`step.name.${next}`) })}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function useForm(details: OrderDetails, fields: OrderForm['fields'], change: OrderForm['change']): OrderForm {
  const [touched, setTouched] = useState<ReadonlySet<OrderFieldName>>(new Set());
  const touch = useCallback(
    (field: OrderFieldName) =>
      setTouched((before) => (before.has(field) ? before : new Set([...before, field]))),
    [],
  );
  // After a return, and on the way from the list of problems, everything that is missing is shown.
  const { hash } = useLocation();
  const seesAll = details.order.status === 'returned' || hash.startsWith('#field-');
  return useMemo(() => {
    // What is typed now is judged when it is saved: until then the old judgement is of the old words.
    const isStale = (field: OrderFieldName) =>
      field !== 'photos' && field !== 'documents' && !sameValue(fields[field], details.fields[field]);
    return {
      orderId: details.order.id,
      details,
      fields,
      change,
      touch,
      problemOf: (field, part) =>
        isStale(field)
          ? undefined
          : details.problems.find(
              (problem) =>
                problem.field === field &&
                problem.part === part &&
                (seesAll || touched.has(field) || !isMissing(problem)),
            ),
      warningOf: (field, part) =>
        details.warnings.find((warning) => warning.field === field && warning.part === part),
      remarkOf: (field) => details.remarks.find((remark) => remark.field === field),
    };
  }, [details, fields, change, touch, touched, seesAll]);
}

/** The keyboard and screen readers follow to the heading of a new step, or to the field that a link names. */
function useFocusOnStep(step: OrderStep): void {
  const { hash, key } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    const came = first.current;
    first.current = false;
    if (hash.startsWith('#field-')) {
      const place = document.getElementById(hash.slice(1));
      place?.scrollIntoView({ block: 'start' });
      place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
      return;
    }
    // Opened by its address, the page begins at its top.
    if (!came) document.getElementById('step-title')?.focus();
  }, [step, hash, key]);
}
