import { useMutation, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { doAct, doActRes, type ActionRefused, type DoActAnswer } from '#shared/api/cabinet/order-actions.ts';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { useOrderStatusName, type OrderStatus } from '#client/entities/order/order-badge.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime, formatTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useRefreshOrders } from '../order-queries.ts';
import { useOrderTitle } from '#client/entities/order/use-order-title.ts';
import layout from '#client/ui/layout.module.css';
import type { ConfirmedAction } from './offered-actions.ts';
import { CutField } from './cut-field.tsx';
import css from './actions.module.css';

type Consequence = Extract<DoActAnswer, { verdict: 'ready' }>['consequence'];

interface ActDialogProps {
  order: OrderRow;
  action: ConfirmedAction;
  onDone: () => void;
  onClose: () => void;
}

/** Says what an action will do and what it costs, as the server answers, and carries it out once that is confirmed. */
export function ActDialog({ order, action, onDone, onClose }: ActDialogProps) {
  const { t } = useTranslation(['customer-orders', 'ui']);
  const titleOf = useOrderTitle();
  const refresh = useRefreshOrders();
  const { id: orderId, version } = order;
  const [cutBp, setCutBp] = useState<number | null>(null);
  const announced = useQuery({
    queryKey: ['order-act', orderId, action, version, cutBp],
    queryFn: () => call(doAct, { body: { orderId, version, action, ...(cutBp === null ? {} : { cutBp }) } }),
    // Each opening has a token of its own; what is on screen is what the person agrees to.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const carryOut = useMutation({
    mutationFn: (token: string) => call(doActRes, { body: { token } }),
    onSuccess: (answer) => {
      if (answer.verdict !== 'done') return;
      notify('success', t(`acted.${action}`, { number: orderId }));
      onDone();
      onClose();
    },
    // Refused or not, somebody may have changed the order meanwhile.
    onSettled: () => void refresh(),
  });
  const refusal = refusedOf(carryOut.data) ?? refusedOf(announced.data);
  const ready = announced.data?.verdict === 'ready' && !refusal ? announced.data : null;
  const error = carryOut.error ?? announced.error;
  return (
    <Dialog title={t(`act.${action}.title`)} onClose={onClose}>
      <div className={layout.fluidStack4}>
        <p className={css.subject}>{titleOf(order)}</p>
        {action === 'repeat' ? <CutField orderId={orderId} onChange={setCutBp} /> : null}
        {ready ? (
          <Announced action={action} consequence={ready.consequence} />
        ) : refusal ? (
          <Refusal refusal={refusal} />
        ) : error ? null : (
          <div aria-busy="true">
            <Skeleton height={72} radius={8} />
          </div>
        )}
        <FormError error={error} />
        <div className={css.buttons}>
          <Button variant="default" size="md" onClick={onClose}>
            {t('ui:action.close')}
          </Button>
          {ready && !error ? (
            <Button
              size="md"
              danger={action !== 'take-back' && action !== 'repeat'}
              loading={carryOut.isPending}
              onClick={() => carryOut.mutate(ready.token)}
            >
              {t(`act.${action}.confirm`)}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

const refusedOf = (answer: { verdict: string } | undefined): ActionRefused | null =>
  answer?.verdict === 'refused' ? (answer as ActionRefused) : null;

function Announced({ action, consequence }: { action: ConfirmedAction; consequence: Consequence }) {
  const { t } = useTranslation('customer-orders');
  const statusName = useOrderStatusName();
  const { to, penaltyTiyin, withdrawalCount, repeat } = consequence;
  return (
    <>
      <p>{t(`act.${action}.text`)}</p>
      {repeat ? (
        <p>
          <strong>
            {t('act.repeat.terms', {
              time: formatDateTime(repeat.publishAtMs),
              price: formatMoney(repeat.startPriceTiyin),
            })}
          </strong>
        </p>
      ) : (
        <p className={layout.muted}>{t('act.after', { status: statusName(to as OrderStatus) })}</p>
      )}
      {withdrawalCount === null ? null : (
        <div className={css.penalty} data-owed={penaltyTiyin > 0}>
          <TriangleAlert size={22} aria-hidden />
          <p>
            {penaltyTiyin > 0
              ? t('act.penalty', { number: withdrawalCount, sum: formatMoney(penaltyTiyin) })
              : t('act.noPenalty', { number: withdrawalCount })}
          </p>
        </div>
      )}
    </>
  );
}

function Refusal({ refusal }: { refusal: ActionRefused }) {
  const { t } = useTranslation('order-actions');
  const { reason, owedTiyin, claimedUntilMs, barredUntil, protestUntilMs } = refusal;
  return (
    <p className={css.refused} role="alert">
      {t(`refused.${reason}`, {
        amount: formatMoney(owedTiyin),
        time: claimedUntilMs === null ? '' : formatTime(claimedUntilMs),
        until: barredUntil ? dayText(barredUntil) : '',
        protests: protestUntilMs === null ? '' : formatDateTime(protestUntilMs),
      })}
    </p>
  );
}
