import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buyerClaims, waiveClaim } from '#shared/api/cabinet/sale-claims.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { recovering } from '#client/lib/recover.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './winlots.module.css';

const claimsQuery = queryOptions({
  queryKey: ['winlots', 'claims'],
  queryFn: ({ signal }) => call(buyerClaims, { signal }),
  ...recovering(),
});

/** What had left to the seller before a purchase was cancelled, and how it comes back. Nothing while nothing is owed. */
export function OwedToBuyer() {
  const { t } = useTranslation('winlots');
  const { data } = useQuery(claimsQuery);
  if (!data || data.owedTiyin === 0) return null;
  const open = data.items.filter(({ ended }) => ended === null);
  return (
    <section className={css.owed} aria-labelledby="owed-to-buyer">
      <Hourglass size={24} aria-hidden />
      <div>
        <h2 id="owed-to-buyer">{t('owed.title', { sum: formatMoney(data.owedTiyin) })}</h2>
        <p>{t('owed.text')}</p>
        <ul>
          {open.map(({ id, lotId, amountTiyin, createdAtMs, waivedAtMs }) => (
            <li key={id}>
              {t('owed.lot', {
                number: lotId,
                sum: formatMoney(amountTiyin),
                day: formatDateShort(createdAtMs),
              })}{' '}
              <Waive claimId={id} waived={waivedAtMs !== null} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The buyer wants nothing more for it: said here, and ended by two persons of staff. */
function Waive({ claimId, waived }: { claimId: number; waived: boolean }) {
  const { t } = useTranslation(['winlots', 'ui']);
  const [asked, setAsked] = useState(false);
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(waiveClaim, { body: { claimId, waives: !waived } }),
    onSuccess: () => setAsked(false),
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: claimsQuery.queryKey }),
  });
  return (
    <>
      {waived ? t('owed.waived') : null}{' '}
      <Button size="xs" variant="subtle" onClick={() => (waived ? mutate() : setAsked(true))}>
        {t(waived ? 'owed.takeBack' : 'owed.waive')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('owed.ask')}
        confirm={t('owed.waive')}
        cancel={t('ui:action.cancel')}
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setAsked(false)}
      >
        {t('owed.askText')}
      </ConfirmDialog>
    </>
  );
}
