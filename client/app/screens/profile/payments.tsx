import { PaymentsTable } from '#client/features/payments/payments-table.tsx';

/** /profile/payments: what the person paid in. */
export default function Payments() {
  return <PaymentsTable />;
}
