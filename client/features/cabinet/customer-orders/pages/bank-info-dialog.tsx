import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import { payoutCards } from '#shared/api/cabinet/refunds.ts';
import { profileQuery } from '#client/entities/profile/my-profile.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { CodeEntry } from '#client/ui/code-entry/code-entry.tsx';
import { useCodeDialog } from '#client/ui/code-entry/use-code-dialog.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { BankInfoFields } from './bank-info-fields.tsx';
import type { FullOrder } from './full-order.ts';
import { useBankInfo } from './use-bank-info.tsx';
import css from '../actions/actions.module.css';

interface BankInfoDialogProps {
  order: OrderRow;
  before: FullOrder['requisites']['requisites'];
  onClose: () => void;
}

/** Other requisites of an order: a fresh sign-in and a code first, so that nothing typed is lost by signing in again. */
export function BankInfoDialog(props: BankInfoDialogProps) {
  const { t } = useTranslation('customer-orders');
  const profile = useQuery(profileQuery);
  const cards = useQuery({
    queryKey: ['payout-cards'],
    queryFn: ({ signal }) => call(payoutCards, { signal }),
  });
  const error = profile.error ?? cards.error;
  return (
    <Dialog title={t('requisites.change')} onClose={props.onClose}>
      {profile.data && cards.data ? (
        <BankInfoSteps {...props} holderName={profile.data.name} cards={cards.data.items} />
      ) : error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void profile.refetch();
            void cards.refetch();
          }}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton height={200} radius={8} />
        </div>
      )}
    </Dialog>
  );
}

interface BankInfoStepsProps extends BankInfoDialogProps {
  /** The money goes to the customer alone. */
  holderName: string;
  cards: Parameters<typeof BankInfoFields>[0]['cards'];
}

function BankInfoSteps({ order, before, onClose, holderName, cards }: BankInfoStepsProps) {
  const { t } = useTranslation('customer-orders');
  const info = useBankInfo({ order, before, holderName, onClose });
  const { sent, problem, stopped, busy, sendCode, confirmCode } = useCodeDialog(info.calls);
  if (stopped)
    return (
      <div className={layout.fluidStack4} role="alert">
        <p>{stopped.text}</p>
        {stopped.action}
      </div>
    );
  if (!sent)
    return (
      <div className={layout.fluidStack4}>
        <p>{t('requisites.codeFirst')}</p>
        {problem ? (
          <p className={css.refused} role="alert">
            {problem}
          </p>
        ) : null}
        <Button size="lg" fullWidth loading={busy === 'sending'} onClick={sendCode}>
          {t('code-entry:ask')}
        </Button>
      </div>
    );
  return (
    <div className={layout.fluidStack4}>
      <BankInfoFields info={info} holderName={holderName} cards={cards} />
      <CodeEntry
        sent={sent}
        problem={problem}
        busy={busy === 'confirming'}
        confirm={t('requisites.save')}
        onConfirm={confirmCode}
        onResend={sendCode}
        resending={busy === 'sending'}
      />
    </div>
  );
}
