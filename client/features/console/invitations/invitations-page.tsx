import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffInvitations, type StaffInvitation } from '#shared/api/console/console-invitations.ts';
import { STAFF_INVITATION_COLOURS, STAFF_INVITATION_STATES } from '#shared/lifecycles/staff-invitation.ts';
import { showPhone } from '#shared/validation/phone.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import { DecisionDialog, type InvitationVerdict } from './decision-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';

const SIZE = 20;
/** Colleagues ask and decide meanwhile. */
const REFRESH_MS = 15_000;

/** /console/invitations: people who are invited to the staff, by two administrators. */
export function InvitationsPage() {
  const { t } = useTranslation('console-invitations');
  const [inviting, setInviting] = useState(false);
  const [deciding, setDeciding] = useState<{
    invitation: StaffInvitation;
    verdict: InvitationVerdict;
  } | null>(null);
  const list = useListPage({
    name: 'console-invitations',
    filters: ['state'],
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, filters: { state }, signal }) => {
      const wanted = oneOf(STAFF_INVITATION_STATES, state) ?? 'all';
      return call(staffInvitations, { query: { page, size, state: wanted }, signal });
    },
  });
  return (
    <div className={layout.fluidStack4}>
      <PageTitle
        aside={
          <Button
            size="md"
            leftSection={<MailPlus size={18} aria-hidden />}
            onClick={() => setInviting(true)}
          >
            {t('invite.open')}
          </Button>
        }
      >
        {t('title')}
      </PageTitle>
      <ListLead>{t('lead')}</ListLead>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('all')}
          options={STAFF_INVITATION_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        list={list}
        label={t('title')}
        columns={useColumns((invitation, verdict) => setDeciding({ invitation, verdict }))}
        rowKey={({ id }) => id}
        empty={{ title: t('none'), text: t('noneText'), icon: MailPlus }}
      />
      {inviting ? <InviteDialog onClose={() => setInviting(false)} onChange={list.again} /> : null}
      {deciding ? (
        <DecisionDialog {...deciding} onClose={() => setDeciding(null)} onChange={list.again} />
      ) : null}
    </div>
  );
}

function useColumns(
  onDecide: (invitation: StaffInvitation, verdict: InvitationVerdict) => void,
): Column<StaffInvitation>[] {
  const { t } = useTranslation('console-invitations');
  return [
    {
      key: 'person',
      head: t('column.person'),
      main: true,
      cell: ({ name, personId, phone, email }) => (
        <Stacked>
          {personId === null ? name : <PersonLink person={{ id: personId, name }} />}
          <small>{showPhone(phone)}</small>
          <small>{email}</small>
        </Stacked>
      ),
    },
    {
      key: 'roles',
      head: t('column.roles'),
      cell: ({ roles }) => (
        <span className={layout.row2}>
          {roles.map((role) => (
            <Badge key={role} colour="primary">
              {t(`role.${role}`)}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      key: 'grounds',
      head: t('column.grounds'),
      cell: ({ reason, evidence, askedBy, askedAtMs }) => (
        <Stacked>
          {reason}
          <small>{evidence}</small>
          <small>
            {askedBy.name} · {formatDateTimeShort(askedAtMs)}
          </small>
        </Stacked>
      ),
    },
    {
      key: 'state',
      head: t('column.state'),
      wide: true,
      cell: (invitation) => (
        <State invitation={invitation} onDecide={(verdict) => onDecide(invitation, verdict)} />
      ),
    },
  ];
}

/** How far it is, and what the reader may do. */
function State({
  invitation,
  onDecide,
}: {
  invitation: StaffInvitation;
  onDecide: (verdict: InvitationVerdict) => void;
}) {
  const { t } = useTranslation('console-invitations');
  const { state, may, approvedBy, expiresAtMs, mailedAtMs, endedBy, endReason } = invitation;
  return (
    <Stacked start>
      <Badge colour={STAFF_INVITATION_COLOURS[state]}>{t(`state.${state}`)}</Badge>
      {approvedBy ? <small>{t('approvedBy', { name: approvedBy.name })}</small> : null}
      {state === 'sent' && expiresAtMs !== null ? (
        <small>{t('until', { time: formatDateTimeShort(expiresAtMs) })}</small>
      ) : null}
      {state === 'sent' ? <small>{t(mailedAtMs === null ? 'notMailed' : 'mailed')}</small> : null}
      {endReason === null ? null : (
        <small>
          {endedBy?.name}: {endReason}
        </small>
      )}
      {may.length === 0 ? null : (
        <span className={layout.row2}>
          {may.map((verdict) => (
            <Button
              key={verdict}
              size="xs"
              variant={verdict === 'approve' ? 'filled' : 'default'}
              onClick={() => onDecide(verdict)}
            >
              {t(`act.${verdict}`)}
            </Button>
          ))}
        </span>
      )}
    </Stacked>
  );
}
