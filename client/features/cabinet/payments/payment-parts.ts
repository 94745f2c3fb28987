import { myPayment, paymentReceipt } from '#shared/api/cabinet/payments.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api-client.ts';

/** Address of a receipt, for downloading. */
export const receiptUrl = (paymentId: number): string =>
  paymentReceipt.path.replace(':paymentId', String(paymentId));

/** One payment of the signed-in person. */
export const paymentQuery = (paymentId: number) =>
  queryOptions({
    queryKey: ['payment', paymentId],
    queryFn: ({ signal }) => call(myPayment, { params: { paymentId }, signal }),
  });
