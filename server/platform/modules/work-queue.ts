import type { StaffRight } from '#shared/api/console/staff-rights.ts';

/** Rows of one table that wait for staff: shown beside a page of the console, and on its first page. */
export interface WorkQueue {
  /** Of the console's menu, where they are listed. */
  page: string;
  /** Who is shown how many there are. */
  right: StaffRight;
  table: string;
  /** They wait while the column has one of these values, or none at all. */
  waits: { column: string; values: readonly string[] } | { empty: string };
  /** Columns with an instant: since when one waits, and when it is overdue. */
  since: string;
  due?: string;
}
