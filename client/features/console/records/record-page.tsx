import { useQuery } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { RECORD_KINDS } from '#shared/api/console/record-kinds.ts';
import { consoleRecord, RELATED_MOST, type StaffRecord } from '#shared/api/console/records.ts';
import { ownPage, recordPage } from '#client/entities/staff-work/record-link.tsx';
import { listOfRecord, useRecordNote, useRecordState } from '#client/entities/staff-work/record-words.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { oneOf } from '#client/ui/data-table/list-page.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import casePage from '#client/ui/case-page.module.css';
import layout from '#client/ui/layout.module.css';
import css from './records.module.css';

/** Unknown, of a kind that is not the reader's, or about a lot in which the reader has a part. */
const MISSING = new Set([400, 403, 404]);

/** /console/records/{kind}/{number}: one record in a line, and all that it names or that name it. */
export function RecordPage() {
  const { t } = useTranslation('console-records');
  const { kind: asked = '', number = '' } = useParams();
  const kind = oneOf(RECORD_KINDS, asked);
  // Looking is recorded, so that it is not repeated by itself.
  const { data, error, refetch } = useQuery({
    queryKey: ['console-record', kind, number],
    queryFn: ({ signal }) => call(consoleRecord, { params: { kind: kind!, number }, signal }),
    enabled: kind !== undefined,
  });
  if (kind === undefined || (error instanceof ApiError && MISSING.has(error.status)))
    return (
      <EmptyState page icon={FileSearch} title={t('gone')} text={t('goneText')}>
        <ButtonLink to={paths.console()}>{t('back')}</ButtonLink>
      </EmptyState>
    );
  if (!data) return <NotRead page error={error} onRetry={() => void refetch()} height={420} />;
  return <Shown {...data} onRetry={() => void refetch()} />;
}

interface ShownProps {
  record: StaffRecord;
  related: StaffRecord[];
  more: StaffRecord['kind'][];
  onRetry: () => void;
}

function Shown({ record, related, more, onRetry }: ShownProps) {
  const { t } = useTranslation(['console-records', 'staff']);
  const columns = useColumns();
  return (
    <div className={css.page}>
      <Head record={record} />
      <h2>{t('staff:related')}</h2>
      <DataTable
        label={t('staff:related')}
        columns={columns}
        rows={related}
        rowKey={({ kind, number }) => `${kind}-${number}`}
        error={null}
        onRetry={onRetry}
        empty={{ title: t('none'), text: t('noneText'), icon: FileSearch }}
      />
      {more.length === 0 ? null : (
        <p className={layout.muted}>
          {t('more', { most: RELATED_MOST, kinds: more.map((each) => t(`kinds.${each}`)).join(', ') })}
        </p>
      )}
    </div>
  );
}

/** The name of a person, or the kind with the number. */
function useName(): (record: StaffRecord) => string {
  const { t } = useTranslation('staff');
  return ({ kind, number, note }) =>
    kind === 'person' ? note || number : t(`record.${kind}`, { what: number });
}

/** What it is about, in words: the title of a lot, the sign of a flag. */
function useAbout(): (record: StaffRecord) => string | null {
  const localized = useLocalized();
  const noteOf = useRecordNote();
  return ({ kind, title, note }) => {
    if (title !== null) return localized(title);
    return note === null || kind === 'person' ? null : noteOf(kind, note);
  };
}

function Head({ record }: { record: StaffRecord }) {
  const { t } = useTranslation('console-records');
  const { kind, number, state, amountTiyin, atMs, lotId } = record;
  const stateOf = useRecordState();
  const about = useAbout()(record);
  const page = ownPage(kind, number);
  const list = listOfRecord(kind, lotId, number);
  return (
    <>
      <PageTitle>{useName()(record)}</PageTitle>
      <ListLead>{t('lead')}</ListLead>
      {about === null ? null : <p className={css.about}>{about}</p>}
      <dl className={casePage.facts}>
        <Fact name={t('column.state')}>{stateOf(kind, state)}</Fact>
        {amountTiyin === null ? null : (
          <Fact name={t('column.amount')}>
            <MoneyText tiyin={amountTiyin} size="small" />
          </Fact>
        )}
        {atMs === null ? null : <Fact name={t('column.at')}>{formatDateTime(atMs)}</Fact>}
      </dl>
      <div className={layout.row2}>
        {page === null ? null : <ButtonLink to={page}>{t('page')}</ButtonLink>}
        {list === null ? null : <ButtonLink to={list}>{t('list')}</ButtonLink>}
      </div>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function useColumns(): Column<StaffRecord>[] {
  const { t } = useTranslation('console-records');
  const nameOf = useName();
  const aboutOf = useAbout();
  const stateOf = useRecordState();
  return [
    {
      key: 'record',
      head: t('column.record'),
      main: true,
      cell: (row) => (
        <Stacked start>
          <Link to={recordPage(row.kind, row.number)}>{nameOf(row)}</Link>
          {aboutOf(row) === null ? null : <small>{aboutOf(row)}</small>}
        </Stacked>
      ),
    },
    { key: 'state', head: t('column.state'), cell: ({ kind, state }) => stateOf(kind, state) },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ amountTiyin }) =>
        amountTiyin === null ? '—' : <MoneyText tiyin={amountTiyin} size="small" />,
    },
    {
      key: 'at',
      head: t('column.at'),
      cell: ({ atMs }) => (atMs === null ? '—' : formatDateTime(atMs)),
    },
  ];
}
