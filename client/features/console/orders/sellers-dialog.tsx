import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authorisedSellers, consoleOrder } from '#shared/api/console/console-orders.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import layout from '#client/ui/layout.module.css';
import { MarkSellerDialog, SELLERS_KEY, type Seller } from './mark-seller-dialog.tsx';
import { ORDER_KEY } from './use-order.ts';
import css from './queue.module.css';

/** So many are shown; there are a few dozen of them in the country. */
const SHOWN = 100;
const MOST_DIGITS = 15;

/** Who may sell property for state benefit, and the way to change that with a reason. */
export function SellersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console-orders');
  const mayMark = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.moderateOrders,
  );
  const [marking, setMarking] = useState<{ seller: Seller; authorised: boolean } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [SELLERS_KEY],
    queryFn: ({ signal }) => call(authorisedSellers, { query: { size: SHOWN }, signal }),
    staleTime: 0,
  });
  if (marking) return <MarkSellerDialog {...marking} onClose={() => setMarking(null)} />;
  return (
    <Dialog wide title={t('queue.sellers')} onClose={onClose}>
      {data ? (
        data.items.length === 0 ? (
          <p>{t('sellers.none')}</p>
        ) : (
          <ul className={css.sellers}>
            {data.items.map(({ person, reason, by, atMs }) => (
              <li key={person.id}>
                <Stacked start>
                  <strong>
                    <PersonLink person={person} />
                  </strong>
                  <span>{reason}</span>
                  <small>
                    {by}, {formatDateTimeShort(atMs)}
                  </small>
                </Stacked>
                {mayMark ? (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('sellers.endOf', { name: person.name })}
                    onClick={() => setMarking({ seller: person, authorised: false })}
                  >
                    {t('sellers.end')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )
      ) : (
        <NotRead error={error} onRetry={() => void refetch()} height={160} />
      )}
      {mayMark ? <FindSeller onFound={(seller) => setMarking({ seller, authorised: true })} /> : null}
    </Dialog>
  );
}

/** An account is found by an order of its own; a draft will do. */
function FindSeller({ onFound }: { onFound: (seller: Seller) => void }) {
  const { t } = useTranslation('console-orders');
  const errorText = useErrorText();
  const [number, setNumber] = useState('');
  const order = Number(number);
  const { data, error } = useQuery({
    queryKey: [ORDER_KEY, order],
    queryFn: ({ signal }) => call(consoleOrder, { params: { orderId: order }, signal }),
    enabled: order > 0,
    retry: false,
  });
  const unknown = error instanceof ApiError && error.status === 404;
  return (
    <div className={layout.stack3}>
      <InputField
        label={t('sellers.order')}
        hint={t('sellers.orderHint')}
        error={unknown ? t('page.none') : error ? errorText(error) : null}
        inputMode="numeric"
        value={number}
        onChange={({ target }) => setNumber(target.value.replace(/\D/g, '').slice(0, MOST_DIGITS))}
      />
      {data ? (
        <p>
          <strong>{data.customer.name || data.customer.id}</strong>{' '}
          <Button size="xs" onClick={() => onFound(data.customer)}>
            {t('sellers.mark')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
