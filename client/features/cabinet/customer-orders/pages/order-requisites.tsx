import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { CARD_NAMES } from '#shared/validation/card-number.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { bankAccount } from '#client/ui/input-filters/numbers.tsx';
import { BankInfoDialog } from './bank-info-dialog.tsx';
import { CHANGE_PARAMETER } from './change-parameter.ts';
import { Facts, type Fact } from './facts.tsx';
import type { FullOrder } from './full-order.ts';
import css from '../customer-orders.module.css';

/** Where the money of an order goes, and the way to change it until it is on its way. */
export function OrderRequisites({ order: { order, requisites: info } }: { order: FullOrder }) {
  const { t } = useTranslation(['customer-orders', 'order']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { requisites, changeable } = info;
  const [changing, setChanging] = useState(changeable && search.has(CHANGE_PARAMETER));
  const close = () => {
    setChanging(false);
    if (search.has(CHANGE_PARAMETER)) void navigate(paths.order(order.id, 'requisites'), { replace: true });
  };
  return (
    <>
      <Facts title={t('order:field.requisites')} facts={factsOf(requisites, t)} />
      <div className={css.note}>
        <ShieldCheck size={22} aria-hidden />
        <p>{t(changeable ? 'requisites.rule' : 'requisites.closed')}</p>
        {changeable ? (
          <Button variant="default" size="md" onClick={() => setChanging(true)}>
            {t('requisites.change')}
          </Button>
        ) : null}
      </div>
      {changing ? <BankInfoDialog order={order} before={requisites} onClose={close} /> : null}
    </>
  );
}

type Requisites = FullOrder['requisites']['requisites'];

function factsOf(
  requisites: Requisites,
  t: ReturnType<typeof useTranslation<['customer-orders', 'order']>>['t'],
): Fact[] {
  if (!requisites) return [{ key: 'none', name: t('requisites.account'), value: null }];
  if (requisites.kind === 'card') {
    const { card } = requisites;
    const value = card ? `${CARD_NAMES[card.type]} ${card.mask}` : t('requisites.cardGone');
    return [{ key: 'card', name: t('requisites.card'), value }];
  }
  const { holderName, bankName, mfo, account } = requisites;
  return [
    { key: 'holder', name: t('requisites.holder'), value: holderName || null },
    { key: 'bank', name: t('requisites.bank'), value: bankName || null },
    { key: 'mfo', name: t('requisites.mfo'), value: mfo || null },
    { key: 'account', name: t('requisites.account'), value: account ? bankAccount.show(account) : null },
  ];
}
