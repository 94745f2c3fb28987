import { UserCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountChanges, type AccountChange } from '#shared/api/console/console-accounts.ts';
import { ACCOUNT_CHANGE_COLOURS, ACCOUNT_CHANGE_STATES } from '#shared/lifecycles/account-change.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SecondDialog, type Verdict } from './second-dialog.tsx';
import css from './console-accounts.module.css';

const SIZE = 20;
/** Colleagues ask and decide meanwhile. */
const REFRESH_MS = 15_000;
const OTHERS = [...ACCOUNT_CHANGE_STATES.filter((state) => state !== 'waiting'), 'all'] as const;

/** What staff decided about accounts; first of all what waits for a second person. */
export function ChangesTable() {
  const { t } = useTranslation('console-accounts');
  const [deciding, setDeciding] = useState<{ change: AccountChange; verdict: Verdict } | null>(null);
  const list = useListPage({
    name: 'console-account-changes',
    filters: ['state'],
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, filters: { state }, signal }) =>
      call(accountChanges, { query: { page, size, state: oneOf(OTHERS, state) ?? 'waiting' }, signal }),
  });
  const columns = useColumns((change, verdict) => setDeciding({ change, verdict }));
  return (
    <section className={css.part} aria-labelledby="account-changes">
      <h2 id="account-changes">{t('changes.title')}</h2>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={list.data ? t('changes.waiting', { count: list.data.waiting }) : t('changeState.waiting')}
          options={OTHERS.map((value) => ({ value, label: t(`changeState.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-account-changes" filters={list.filters} />}
        list={list}
        label={t('changes.title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('changes.none'), text: t('changes.noneText'), icon: UserCog }}
      />
      {deciding ? (
        <SecondDialog {...deciding} onClose={() => setDeciding(null)} onChange={list.again} />
      ) : null}
    </section>
  );
}

function useColumns(onDecide: (change: AccountChange, verdict: Verdict) => void): Column<AccountChange>[] {
  const { t } = useTranslation('console-accounts');
  return [
    {
      key: 'person',
      head: t('column.account'),
      main: true,
      cell: ({ person }) => <PersonLink person={person} />,
    },
    { key: 'change', head: t('column.change'), cell: (change) => <ChangeWords change={change} /> },
    { key: 'grounds', head: t('column.grounds'), cell: (change) => <Grounds change={change} /> },
    {
      key: 'decision',
      head: t('column.decision'),
      wide: true,
      cell: (change) => <ChangeDecision change={change} onDecide={(verdict) => onDecide(change, verdict)} />,
    },
  ];
}

/** What is changed, who asked for it and when. */
export function ChangeWords({ change }: { change: AccountChange }) {
  const { t } = useTranslation('console-accounts');
  const { kind, role, askedBy, askedAtMs } = change;
  return (
    <Stacked>
      {role === null ? t(`change.${kind}`) : t(`change.${kind}`, { role: t(`role.${role}`) })}
      <small>
        {askedBy?.name ?? t('byCommand')} · {formatDateTimeShort(askedAtMs)}
      </small>
    </Stacked>
  );
}

export function Grounds({ change }: { change: AccountChange }) {
  return (
    <Stacked>
      {change.reason}
      <small>{change.evidence}</small>
    </Stacked>
  );
}

/** Its state, and the buttons of a second person. */
export function ChangeDecision({
  change,
  onDecide,
}: {
  change: AccountChange;
  onDecide: (verdict: Verdict) => void;
}) {
  const { t } = useTranslation('console-accounts');
  const { state, may, decidedBy, askedBy, decidedAtMs, decisionReason } = change;
  const another = decidedBy !== null && decidedBy.id !== askedBy?.id;
  return (
    <Stacked start>
      <Badge colour={ACCOUNT_CHANGE_COLOURS[state]}>{t(`changeState.${state}`)}</Badge>
      {another && decidedAtMs !== null ? (
        <small>
          {decidedBy.name} · {formatDateTimeShort(decidedAtMs)}
        </small>
      ) : null}
      {decisionReason === null ? null : <small>{decisionReason}</small>}
      {may.length === 0 ? null : (
        <span className={css.verbs}>
          {may.map((verdict) => (
            <Button
              key={verdict}
              size="xs"
              variant={verdict === 'approve' ? 'filled' : 'default'}
              onClick={() => onDecide(verdict)}
            >
              {t(verdict === 'refuse' && !may.includes('approve') ? 'second.takeBack' : `second.${verdict}`)}
            </Button>
          ))}
        </span>
      )}
    </Stacked>
  );
}
