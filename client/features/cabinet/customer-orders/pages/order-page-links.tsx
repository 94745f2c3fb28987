import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ORDER_PAGES, paths, type OrderPage } from '#client/lib/paths.ts';
import { useShownInRow } from '#client/ui/use-shown-in-row.ts';
import css from '../customer-orders.module.css';

interface OrderPageLinksProps {
  id: number;
  open: OrderPage;
  lotCount: number;
}

/** The pages of an order, in a row that scrolls on a phone. */
export function OrderPageLinks({ id, open, lotCount }: OrderPageLinksProps) {
  const { t } = useTranslation('customer-orders');
  const list = useRef<HTMLUListElement>(null);
  useShownInRow(list, '[aria-current="page"]', open, ORDER_PAGES.length);
  return (
    <nav aria-label={t('pages')}>
      <ul ref={list} className={css.links}>
        {ORDER_PAGES.map((page) => (
          <li key={page}>
            <Link to={paths.order(id, page)} {...(page === open ? { 'aria-current': 'page' as const } : {})}>
              {t(`page.${page}`)}
              {page === 'lots' && lotCount > 0 ? <b>{lotCount}</b> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
