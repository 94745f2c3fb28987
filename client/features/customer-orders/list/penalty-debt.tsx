import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { payPenalty } from '#shared/api/order-actions.ts';
import { balanceQuery, moneyQuery } from '#client/entities/wallet/balance.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { currentPath, paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useRefreshOrders, withdrawalsQuery } from '../order-queries.ts';
import css from '../customer-orders.module.css';

/** What is owed for orders withdrawn from trade, and paying it from the balance. Nothing while nothing is owed. */
export function PenaltyDebt() {
  const { t } = useTranslation(['customer-orders', 'ui']);
  const queries = useQueryClient();
  const refresh = useRefreshOrders();
  const errorText = useErrorText();
  const { data } = useQuery(withdrawalsQuery);
  const [asking, setAsking] = useState(false);
  const unpaid =
    data?.items.filter(({ penaltyTiyin, paidAtMs }) => penaltyTiyin > 0 && paidAtMs === null) ?? [];
  const pay = useMutation({
    // The oldest first; a short balance pays as many as it can.
    mutationFn: async () => {
      for (const { id } of unpaid.toReversed()) {
        const answer = await call(payPenalty, { body: { withdrawalId: id } });
        if (answer.verdict === 'short') return answer.missingTiyin;
      }
      return 0;
    },
    onSuccess: (missingTiyin) => {
      if (missingTiyin === 0) notify('success', t('debt.paid'));
    },
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => {
      setAsking(false);
      void refresh();
      void queries.invalidateQueries({ queryKey: balanceQuery.queryKey });
      void queries.invalidateQueries({ queryKey: moneyQuery.queryKey });
    },
  });
  // Debts of cancelled sales are paid beside them.
  const owedTiyin = unpaid.reduce((total, { penaltyTiyin }) => total + penaltyTiyin, 0);
  if (owedTiyin === 0) return null;
  const sum = formatMoney(owedTiyin);
  const missing = pay.data ?? 0;
  return (
    <section className={css.debt} aria-labelledby="penalty-debt">
      <TriangleAlert size={24} aria-hidden />
      <div>
        <h2 id="penalty-debt">{t('debt.title', { sum })}</h2>
        <p>
          {t('debt.text', {
            orders: unpaid.map(({ orderId }) => t('numberShort', { number: orderId })).join(', '),
          })}
        </p>
        {missing > 0 ? <p role="alert">{t('debt.short', { sum: formatMoney(missing) })}</p> : null}
      </div>
      {missing > 0 ? (
        <ButtonLink size="md" to={paths.topUp({ amountTiyin: missing, returnTo: currentPath() })}>
          {t('debt.topUp')}
        </ButtonLink>
      ) : (
        <Button size="md" loading={pay.isPending} onClick={() => setAsking(true)}>
          {t('debt.pay')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('debt.ask', { sum })}
        confirm={t('debt.pay')}
        cancel={t('ui:action.cancel')}
        busy={pay.isPending}
        onConfirm={() => pay.mutate()}
        onCancel={() => setAsking(false)}
      >
        {t('debt.askText')}
      </ConfirmDialog>
    </section>
  );
}
