import { Fingerprint } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { numberClaims, type ListedClaim } from '#shared/api/cabinet/number-claims.ts';
import { NUMBER_CLAIM_COLOURS } from '#shared/lifecycles/number-claim.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';

const PAGE_SIZE = 20;
/** Colleagues decide meanwhile. */
const ASK_MS = 15_000;
const OTHERS = ['granted', 'rejected', 'withdrawn', 'all'] as const;

/** /console/number-claims: people whose PINFL or STIR another account has, those that wait for staff first. */
export function ClaimsTable() {
  const { t } = useTranslation('console-number-claims');
  const list = useListPage({
    name: 'console-number-claims',
    filters: ['state'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state }, signal }) =>
      call(numberClaims, { query: { page, size, state: oneOf(OTHERS, state) ?? 'waiting' }, signal }),
  });
  return (
    <ListScreen
      list={list}
      title={t('title')}
      count={list.data && t('waitingCount', { count: list.data.waiting })}
      lead={t('lead')}
      tools={
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('waiting')}
          options={OTHERS.map((value) => ({ value, label: t(value === 'all' ? 'all' : `state.${value}`) }))}
        />
      }
      exports={<ExportLinks staff list="console-number-claims" filters={list.filters} />}
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Fingerprint }}
    />
  );
}

function useColumns(): Column<ListedClaim>[] {
  const { t } = useTranslation('console-number-claims');
  return [
    {
      key: 'claimant',
      head: t('column.claimant'),
      main: true,
      cell: ({ id, claimant }) => (
        <Stacked>
          <Link to={paths.numberClaim(id)}>{t('number', { id })}</Link>
          {claimant.name}
        </Stacked>
      ),
    },
    { key: 'number', head: t('column.number'), cell: ({ numberMasked }) => numberMasked },
    {
      key: 'submitted',
      head: t('column.submitted'),
      cell: ({ submittedAtMs }) => formatDateTimeShort(submittedAtMs),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state, proposedBy, decidedBy, decidedAtMs, reason }) => (
        <Stacked start>
          <Badge colour={NUMBER_CLAIM_COLOURS[state]}>{t(`state.${state}`)}</Badge>
          {proposedBy ? <small>{t('proposedBy', { name: proposedBy })}</small> : null}
          {decidedBy && decidedAtMs !== null ? (
            <small>
              {formatDateTimeShort(decidedAtMs)} {t('decidedBy', { name: decidedBy })}
              {reason ? `. ${reason}` : ''}
            </small>
          ) : null}
        </Stacked>
      ),
    },
  ];
}
