import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageTitle } from '../page-title.tsx';
import { ListLead } from '../data-table/cells.tsx';
import type { DataTableProps } from '../data-table/data-table.tsx';
import { TableTools } from '../data-table/table-tools.tsx';
import type { BulkAction } from './bulk.ts';
import type { ListSum } from './list-totals.tsx';
import { StaffListTable, type ListOfStaff } from './staff-table.tsx';

interface ListScreenProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'rowKey'> {
  list: ListOfStaff<Row>;
  /** What the rows on all pages come to. */
  sums?: readonly ListSum[] | undefined;
  title: string;
  /** Beside the title: what adds to the list. */
  aside?: ReactNode;
  /** How many wait; undefined while it is not known. */
  count: string | undefined;
  lead: ReactNode;
  /** Filters above the table; what adds to the list is beside the title, since a phone folds these. */
  tools?: ReactNode;
  exports?: ReactNode;
  empty: { title: string; text: string; icon: LucideIcon };
  /** What may be done to selected rows. */
  bulk?: readonly BulkAction<Row>[];
  /** Dialogs. */
  children?: ReactNode;
}

/** A list of staff: its title, how much waits, filters, and its table. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, aside, count, lead, tools, children, ...table } = props;
  return (
    <>
      <PageTitle aside={aside}>{title}</PageTitle>
      <ListLead>
        {count === undefined ? null : <strong>{count}. </strong>}
        {lead}
      </ListLead>
      {tools ? <TableTools>{tools}</TableTools> : null}
      <StaffListTable label={title} {...table} />
      {children}
    </>
  );
}
