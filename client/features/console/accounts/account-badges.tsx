import { BadgeCheck, CircleCheck, FlaskConical, Lock, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AccountLine, StaffProof } from '#shared/api/console/console-accounts.ts';
import { Badge } from '#client/ui/badge.tsx';
import css from './console-accounts.module.css';

/** Open or shut. */
export function AccountState({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('console-accounts');
  return (
    <Badge colour={disabled ? 'danger' : 'success'} icon={disabled ? Lock : CircleCheck}>
      {t(disabled ? 'state.shut' : 'state.open')}
    </Badge>
  );
}

/** Roles in force, and those of staff that wait for the owner's choice. */
export function Roles({ account }: { account: Pick<AccountLine, 'roles' | 'offeredRoles'> }) {
  const { t } = useTranslation('console-accounts');
  const { roles, offeredRoles } = account;
  if (roles.length + offeredRoles.length === 0) return <span>{t('noRoles')}</span>;
  return (
    <span className={css.roles}>
      {roles.map((role) => (
        <Badge key={role} colour="primary">
          {t(`role.${role}`)}
        </Badge>
      ))}
      {offeredRoles.map((role) => (
        <Badge key={role} colour="warning">
          {t('offered', { role: t(`role.${role}`) })}
        </Badge>
      ))}
    </span>
  );
}

const PROOFS = {
  none: ['danger', ShieldAlert],
  attestation: ['danger', ShieldAlert],
  sandbox: ['warning', FlaskConical],
  service: ['success', BadgeCheck],
} as const;

/** How it is known who a member of staff is: in red until OneID or a key has proven it. */
export function ProofBadge({ proof }: { proof: StaffProof }) {
  const { t } = useTranslation('console-accounts');
  const [colour, icon] = PROOFS[proof.by];
  return (
    <Badge colour={colour} icon={icon}>
      {t(`staffProof.${proof.by}`)}
    </Badge>
  );
}
