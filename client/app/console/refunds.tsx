import { RefundsDesk } from '#client/features/console-refunds/refunds-desk.tsx';

/** /console/refunds: people's applications for money back, for staff. */
export default function ConsoleRefunds() {
  return <RefundsDesk />;
}
