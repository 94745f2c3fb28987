import { ConsolePayments } from '#client/features/console-payments/console-payments.tsx';

/** /console/payments: everybody's payments and the comparison with the providers' books. */
export default function Payments() {
  return <ConsolePayments />;
}
