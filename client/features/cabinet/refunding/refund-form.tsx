import { useQuery } from '@tanstack/react-query';
import { Info, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refundTerms } from '#shared/api/cabinet/refunds.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths, renewUrl } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Form } from '#client/ui/form.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { DestinationChoice, type Chosen } from './destination-choice.tsx';
import { useSendRefund } from './use-send-refund.ts';
import css from './refunding.module.css';

interface Terms {
  availableTiyin: number;
  minTiyin: number;
  maxTiyin: number;
  openMax: number;
  open: number;
}

/** Asks for money back: how much, and where to. */
export function RefundForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('refunding');
  const { data, error, refetch } = useQuery({
    queryKey: ['refund-terms'],
    queryFn: ({ signal }) => call(refundTerms, { signal }),
  });
  usePersonUpdates('balance', () => void refetch());
  return (
    <section className={css.form} aria-label={t('form.title')} aria-busy={!data}>
      <h2>{t('form.title')}</h2>
      {data ? (
        <Ready terms={data} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Skeleton height={98} />
          <Skeleton height={140} radius={12} />
          <Skeleton height={44} width={220} />
        </>
      )}
    </section>
  );
}

function Ready({ terms, onClose }: { terms: Terms; onClose: () => void }) {
  const { t } = useTranslation('refunding');
  const stop =
    terms.open >= terms.openMax
      ? { text: t('form.tooMany', { count: terms.open }) }
      : terms.availableTiyin < terms.minTiyin
        ? { title: t('form.nothing'), text: t('form.nothingText', { sum: formatMoney(terms.minTiyin) }) }
        : null;
  if (!stop) return <Fields terms={terms} onClose={onClose} />;
  return (
    <>
      <div className={css.note}>
        <Info size={20} aria-hidden />
        <p>
          {stop.title ? <strong>{stop.title}. </strong> : null}
          {stop.text}
        </p>
      </div>
      <div className={css.actions}>
        <Button variant="default" onClick={onClose}>
          {t('ui:action.close')}
        </Button>
      </div>
    </>
  );
}

/** What is wrong with a sum, in words; null: nothing. */
function useSumProblem(terms: Terms): (tiyin: number | null) => string | null {
  const { t } = useTranslation('refunding');
  return (tiyin) => {
    if (tiyin === null || tiyin === 0) return t('form.required');
    if (tiyin < terms.minTiyin) return t('form.tooSmall', { sum: formatMoney(terms.minTiyin) });
    if (tiyin > terms.availableTiyin) return t('form.short', { sum: formatMoney(terms.availableTiyin) });
    return tiyin > terms.maxTiyin ? t('form.tooLarge', { sum: formatMoney(terms.maxTiyin) }) : null;
  };
}

function Fields({ terms, onClose }: { terms: Terms; onClose: () => void }) {
  const { t } = useTranslation('refunding');
  const [amount, setAmount] = useState<number | null>(null);
  const [to, setTo] = useState<Chosen | null>(null);
  const send = useSendRefund(onClose);
  const sumProblem = useSumProblem(terms)(amount);
  const all = Math.min(terms.availableTiyin, terms.maxTiyin);
  const submit = () => {
    if (amount !== null && to !== null) send.mutate({ amountTiyin: amount, destination: to });
  };
  const again = send.error instanceof ApiError && send.error.code === 'sign-in-again';
  return (
    <Form className={css.fields} onSubmit={submit}>
      <div className={css.sum}>
        <MoneyField
          label={t('form.amount')}
          tiyin={amount}
          onChange={setAmount}
          problem={sumProblem}
          hint={t('form.limits', { min: formatMoney(terms.minTiyin), max: formatMoney(all) })}
        />
        <button type="button" className={css.chip} onClick={() => setAmount(all)}>
          {t('form.all', { sum: formatMoney(all) })}
        </button>
      </div>
      <DestinationChoice chosen={to} onChoose={setTo} problem={to === null ? t('form.choose') : null} />
      <div className={css.note}>
        <Info size={20} aria-hidden />
        <p>
          {t('form.held')} {t('form.review')}
        </p>
      </div>
      {again ? <SignInAgain /> : null}
      <FormError error={again ? null : send.error} />
      <div className={css.actions}>
        <Button variant="default" size="md" onClick={onClose}>
          {t('ui:action.cancel')}
        </Button>
        <Button type="submit" size="md" loading={send.isPending}>
          {t('form.send')}
        </Button>
      </div>
    </Form>
  );
}

/** The password is asked once more, and the page comes back with the form open. */
function SignInAgain() {
  const { t } = useTranslation('refunding');
  return (
    <div className={css.again} role="alert">
      <ShieldCheck size={22} aria-hidden />
      <p>{t('form.again')}</p>
      <ButtonAnchor href={renewUrl(`${paths.profile('refunding')}?new=1`)}>{t('form.signIn')}</ButtonAnchor>
    </div>
  );
}
