import { DataTable, type DataTableProps } from './data-table.tsx';
import type { ListPage } from './list-page.ts';

export interface ListTableProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowKey' | 'empty' | 'mark'
> {
  list: Omit<ListPage<string, { items: readonly Row[]; total: number }>, 'filters' | 'choose'>;
}

/** What a table shows of a list's page. */
export const tableOf = <Row,>({
  data,
  error,
  retry,
  filtered,
  clear,
  page,
  pageCount,
  pageTo,
}: ListTableProps<Row>['list']) => ({
  rows: data?.items,
  error,
  onRetry: retry,
  filtered,
  onClearFilters: clear,
  pages: { page, count: pageCount, to: pageTo },
});

/** The table of a list's page. */
export function ListTable<Row>({ list, ...rest }: ListTableProps<Row>) {
  return <DataTable {...rest} {...tableOf(list)} />;
}
