import { ActionsTable } from '#client/features/actions/actions-table.tsx';

/** /profile/actions: what was done in the person's name. */
export default function Actions() {
  return <ActionsTable />;
}
