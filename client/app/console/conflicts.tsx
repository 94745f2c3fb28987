import { ConflictsTable } from '#client/features/console-conflicts/conflicts-table.tsx';

/** /console/conflicts: conflicts of interest of staff. */
export default function Conflicts() {
  return <ConflictsTable />;
}
