import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TransactionView } from '#shared/api/cabinet/wallet.ts';
import { paths } from '#client/lib/paths.ts';
import css from './transactions.module.css';

/** What money moved for, with the way there. */
export function About({ about: { kind, id } }: { about: TransactionView['about'] }) {
  const { t } = useTranslation('transactions');
  if (kind === 'other' || id === null) return null;
  const text = t(`about.${kind}`, { id });
  const ways = {
    lot: () => paths.lotView(Number(id)),
    order: () => paths.profile('orders'),
    payment: () => paths.payment(Number(id)),
    refund: () => paths.profile('refunding'),
  };
  const to = ways[kind]();
  return (
    <Link className={css.about} to={to}>
      {text}
    </Link>
  );
}
