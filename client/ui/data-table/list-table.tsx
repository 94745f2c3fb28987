import { DataTable, type DataTableProps } from './data-table.tsx';
import type { ListPage } from './list-page.ts';

interface ListTableProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowKey' | 'empty' | 'mark'
> {
  list: Omit<ListPage<string, { items: readonly Row[]; total: number }>, 'filters' | 'choose'>;
}

/** The table of a list's page. */
export function ListTable<Row>({ list, ...rest }: ListTableProps<Row>) {
  const { data, error, retry, filtered, clear, page, pageCount, pageTo } = list;
  return (
    <DataTable
      {...rest}
      rows={data?.items}
      error={error}
      onRetry={retry}
      filtered={filtered}
      onClearFilters={clear}
      pages={{ page, count: pageCount, to: pageTo }}
    />
  );
}
