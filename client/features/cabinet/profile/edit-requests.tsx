import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { FilePenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { myEditRequests, withdrawEditRequest, type EditRequest } from '#shared/api/cabinet/profile.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { EditRequestBadge } from '#client/entities/edit-request/edit-request-badge.tsx';
import { DecisionWords } from '#client/entities/edit-request/decision-words.tsx';
import { Changes } from '#client/entities/edit-request/changes.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { EditRequestForm } from './edit-request-form.tsx';
import { profileQuery } from '#client/entities/profile/my-profile.ts';
import layout from '#client/ui/layout.module.css';
import css from './profile.module.css';

const SIZE = 10;

/** The person's requests to change what is set, and a new one while none is open. */
export function EditRequests() {
  const { t } = useTranslation(['profile', 'cabinet']);
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const profile = useQuery(profileQuery);
  const list = useListPage({
    name: 'edit-requests',
    size: SIZE,
    read: ({ page, size, signal }) => call(myEditRequests, { query: { page, size }, signal }),
  });
  const refresh = () => {
    list.again();
    void queries.invalidateQueries(profileQuery);
  };
  const withdraw = useMutation({
    mutationFn: (id: number) => call(withdrawEditRequest, { params: { id } }),
    onSuccess: () => notify('success', t('requests.withdrawn')),
    onError: (error) => notify('error', errorText(error)),
    onSettled: refresh,
  });
  const columns = columnsOf(t, {
    withdrawing: withdraw.isPending ? withdraw.variables : null,
    onWithdraw: (id) => withdraw.mutate(id),
  });
  const open = profile.data?.openRequest ?? null;
  return (
    <div className={layout.fluidStack4}>
      <PageTitle
        aside={
          profile.data && !open && !asking ? (
            <Button leftSection={<FilePenLine size={16} aria-hidden />} onClick={() => setAsking(true)}>
              {t('requests.new')}
            </Button>
          ) : null
        }
      >
        {t('cabinet:page.edit-requests')}
      </PageTitle>
      <p className={css.lead}>{t(open ? 'requests.openLead' : 'requests.lead')}</p>
      {profile.error && !profile.data ? (
        <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
      ) : asking && profile.data && !open ? (
        <EditRequestForm
          profile={profile.data}
          onSent={() => {
            setAsking(false);
            refresh();
          }}
          onCancel={() => setAsking(false)}
        />
      ) : asking && !profile.data ? (
        <Skeleton height={320} radius={12} />
      ) : null}
      <TableTools list={list} exports={<ExportLinks list="edit-requests" filters={list.filters} />} />
      <ListTable
        list={list}
        label={t('cabinet:page.edit-requests')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('requests.none'), text: t('requests.noneText'), icon: FilePenLine }}
        mark={({ status }) => (status === 'withdrawn' ? 'faded' : undefined)}
      />
    </div>
  );
}

interface Withdrawing {
  /** The request that is being taken back now. */
  withdrawing: number | null;
  onWithdraw: (id: number) => void;
}

function columnsOf(t: TFunction, { withdrawing, onWithdraw }: Withdrawing): Column<EditRequest>[] {
  return [
    {
      key: 'changes',
      head: t('requests.column.changes'),
      main: true,
      cell: (row) => <Changes request={row} />,
    },
    { key: 'time', head: t('requests.column.time'), cell: (row) => formatDateTimeShort(row.createdAtMs) },
    { key: 'reason', head: t('requests.column.reason'), cell: ({ reason }) => reason },
    {
      key: 'status',
      head: t('requests.column.status'),
      cell: (row) => (
        <div className={css.status}>
          <EditRequestBadge status={row.status}>{t(`requests.status.${row.status}`)}</EditRequestBadge>
          <DecisionWords request={row} className={layout.mutedMedium} />
          {row.status === 'open' ? (
            <Button
              size="xs"
              variant="default"
              loading={withdrawing === row.id}
              onClick={() => onWithdraw(row.id)}
            >
              {t('requests.withdraw')}
            </Button>
          ) : null}
        </div>
      ),
    },
  ];
}
