import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ACCOUNT_REASON,
  ACCOUNT_EVIDENCE,
  disableAccount,
  enableAccount,
  giveRole,
  removeRole,
  resetFactor,
  type Account,
} from '#shared/api/console/console-accounts.ts';
import { isStaffRole, STAFF_ROLES } from '#shared/api/contract.ts';
import { needsSecondPerson } from '#shared/lifecycles/account-change.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { OptionsField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';

export type AccountMove = Exclude<Account['may'][number], 'end-sessions'>;
type StaffRole = (typeof STAFF_ROLES)[number];

interface ChangeDialogProps {
  account: Account;
  move: AccountMove;
  onClose: () => void;
  onChange: (account: Account) => void;
}

const isOfStaff = ({ roles, offeredRoles }: Account): boolean =>
  offeredRoles.length > 0 || roles.some(isStaffRole);

/** Roles that the move can be about. */
function rolesFor(move: AccountMove, { roles, offeredRoles }: Account): StaffRole[] {
  const has = (role: StaffRole) => roles.includes(role) || offeredRoles.includes(role);
  return STAFF_ROLES.filter((role) => has(role) === (move === 'remove-role'));
}

function send(move: AccountMove, personId: string, grounds: Grounds, role: StaffRole): Promise<Account> {
  const params = { personId };
  switch (move) {
    case 'disable':
      return call(disableAccount, { params, body: grounds });
    case 'enable':
      return call(enableAccount, { params, body: grounds });
    case 'give-role':
      return call(giveRole, { params, body: { ...grounds, role } });
    case 'remove-role':
      return call(removeRole, { params, body: { ...grounds, role } });
    case 'reset-factor':
      return call(resetFactor, { params, body: grounds });
  }
}

const LIMITS = { reason: ACCOUNT_REASON, evidence: ACCOUNT_EVIDENCE };

interface Grounds {
  reason: string;
  evidence: string;
}

/** One decision about an account: what follows from it, the reason its owner reads, and where the proof is. */
export function ChangeDialog({ account, move, onClose, onChange }: ChangeDialogProps) {
  const { t } = useTranslation('console-accounts');
  const options = rolesFor(move, account);
  const [role, setRole] = useState<StaffRole>(options[0] ?? 'operator');
  const [grounds, setGrounds] = useState<Grounds>({ reason: '', evidence: '' });
  const written = { reason: grounds.reason.trim(), evidence: grounds.evidence.trim() };
  const problem = (name: keyof Grounds) =>
    written[name].length < LIMITS[name].min ? t('dialog.short', { count: LIMITS[name].min }) : null;
  const ofRole = move === 'give-role' || move === 'remove-role';
  const { shutByTwo, awayFromRoom } = account;
  const two = needsSecondPerson(move, { ofStaff: isOfStaff(account), shutByTwo, awayFromRoom });
  const decide = useMutation({
    mutationFn: () => send(move, account.id, written, role),
    onSuccess: (changed) => {
      notify('success', t(two ? 'done.asked' : `done.${move}`));
      onChange(changed);
      onClose();
    },
  });
  const field = (name: keyof Grounds) => ({
    problem: problem(name),
    value: grounds[name],
    maxLength: LIMITS[name].max,
    onChange: ({ target }: { target: { value: string } }) => setGrounds({ ...grounds, [name]: target.value }),
  });
  return (
    <FormDialog
      title={t(`move.${move}`)}
      confirm={t(two ? 'dialog.ask' : `move.${move}`)}
      danger={move === 'disable' || move === 'remove-role'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <p>
        <strong>{account.name}</strong>
      </p>
      <p className={layout.muted}>{t(`dialog.${move}Text`)}</p>
      {move === 'disable' && account.takesPart ? <p>{t('dialog.takesPart')}</p> : null}
      {move === 'disable' && awayFromRoom ? <p>{t('dialog.awayFromRoom')}</p> : null}
      {two ? <p>{t('dialog.two')}</p> : null}
      {ofRole ? (
        <OptionsField
          label={t('column.role')}
          value={role}
          onChange={({ target }) => setRole(isStaffRole(target.value) ? target.value : role)}
        >
          {options.map((each) => (
            <option key={each} value={each}>
              {t(`role.${each}`)}
            </option>
          ))}
        </OptionsField>
      ) : null}
      <TextField
        label={t('dialog.reason')}
        hint={t('dialog.reasonHint')}
        data-autofocus
        {...field('reason')}
      />
      <TextField label={t('dialog.evidence')} hint={t('dialog.evidenceHint')} {...field('evidence')} />
    </FormDialog>
  );
}
