import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { orderPreview } from '#shared/api/cabinet/orders.ts';
import { OrderPage } from '#client/features/console/orders/order-page.tsx';
import { CardPreview } from '#client/features/site/lots/card/card-preview.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { recovering } from '#client/lib/recover.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { NotFound } from '../lazy-route.ts';
import { readLotId } from '../screens/lot-id.ts';

/** An order beside the card it would make. The key: nothing of one order shows on the page of another. */
export default function ConsoleOrder() {
  const id = readLotId(useParams().id);
  if (id === null) return <NotFound />;
  return <OrderPage key={id} orderId={id} preview={<Card orderId={id} />} />;
}

/** The card as the order is now; drafts, and orders whose fields do not make one yet, say so. */
function Card({ orderId }: { orderId: number }) {
  const { t } = useTranslation('console-orders');
  const { data, error, refetch } = useQuery({
    queryKey: ['order', orderId, 'preview'],
    queryFn: ({ signal }) => call(orderPreview, { params: { id: orderId }, signal }),
    ...recovering(),
  });
  if (data) return <CardPreview lot={data.lot} tabs={data.tabs} />;
  if (error instanceof ApiError && [404, 409].includes(error.status)) return <p>{t('page.noCard')}</p>;
  return <NotRead error={error} onRetry={() => void refetch()} height={420} />;
}
