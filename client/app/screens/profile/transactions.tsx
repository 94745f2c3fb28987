import { TransactionsTable } from '#client/features/transactions/transactions-table.tsx';

/** /profile/transactions: movements of the person's money. */
export default function Transactions() {
  return <TransactionsTable />;
}
