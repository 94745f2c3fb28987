import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { payDebts } from '#shared/api/console/debts.ts';
import { saleClaims } from '#shared/api/cabinet/sale-claims.ts';
import { balanceQuery, moneyQuery } from './balance.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { currentPath, paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './sale-debt.module.css';

const claimsQuery = queryOptions({
  queryKey: ['order', 'sale-claims'],
  queryFn: ({ signal }) => call(saleClaims, { signal }),
  ...recovering(),
});

/** What a seller owes for sales cancelled after the payout, and paying it from the balance. Nothing while nothing is owed. */
export function SaleDebt() {
  const { t } = useTranslation(['sale-debt', 'ui']);
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { data } = useQuery(claimsQuery);
  const [asking, setAsking] = useState(false);
  const unpaid = data?.items.filter(({ paidAtMs }) => paidAtMs === null) ?? [];
  const pay = useMutation({
    // The oldest first; a short balance pays as many as it can.
    mutationFn: async () => {
      for (const { debtId } of unpaid.toReversed()) {
        const answer = await call(payDebts, { body: { ids: [debtId] } });
        if (answer.verdict === 'short') return answer.missingTiyin;
      }
      return 0;
    },
    onSuccess: (missingTiyin) => {
      if (missingTiyin === 0) notify('success', t('paid'));
    },
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => {
      setAsking(false);
      void queries.invalidateQueries({ queryKey: ['order'] });
      void queries.invalidateQueries({ queryKey: balanceQuery.queryKey });
      void queries.invalidateQueries({ queryKey: moneyQuery.queryKey });
    },
  });
  if (!data || data.owedTiyin === 0) return null;
  const sum = formatMoney(data.owedTiyin);
  const missing = pay.data ?? 0;
  return (
    <section className={css.debt} aria-labelledby="sale-debt">
      <TriangleAlert size={24} aria-hidden />
      <div>
        <h2 id="sale-debt">{t('title', { sum })}</h2>
        <p>{t('text', { lots: unpaid.map(({ lotId }) => t('lot', { number: lotId })).join(', ') })}</p>
        {missing > 0 ? <p role="alert">{t('short', { sum: formatMoney(missing) })}</p> : null}
      </div>
      {missing > 0 ? (
        <ButtonLink size="md" to={paths.topUp({ amountTiyin: missing, returnTo: currentPath() })}>
          {t('topUp')}
        </ButtonLink>
      ) : (
        <Button size="md" loading={pay.isPending} onClick={() => setAsking(true)}>
          {t('pay')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('ask', { sum })}
        confirm={t('pay')}
        cancel={t('ui:action.cancel')}
        busy={pay.isPending}
        onConfirm={() => pay.mutate()}
        onCancel={() => setAsking(false)}
      >
        {t('askText')}
      </ConfirmDialog>
    </section>
  );
}
