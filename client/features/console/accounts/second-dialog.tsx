import { useTranslation } from 'react-i18next';
import {
  ACCOUNT_REASON,
  approveAccountChange,
  refuseAccountChange,
  type AccountChange,
} from '#shared/api/console/console-accounts.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';

export type Verdict = AccountChange['may'][number];

interface SecondDialogProps {
  change: AccountChange;
  verdict: Verdict;
  onClose: () => void;
  onChange: () => void;
}

/** A second person approves what gives rights, or turns it down with the reason. */
export function SecondDialog({ change, verdict, onClose, onChange }: SecondDialogProps) {
  const { t } = useTranslation('console-accounts');
  const refusing = verdict === 'refuse';
  const params = { changeId: change.id };
  const role = change.role === null ? {} : { role: t(`role.${change.role}`) };
  return (
    <TextDialog
      title={t(`change.${change.kind}`, role)}
      confirm={t(`second.${verdict}`)}
      danger={refusing}
      text={
        refusing
          ? {
              label: t('dialog.reason'),
              limits: ACCOUNT_REASON,
              short: t('dialog.short', { count: ACCOUNT_REASON.min }),
            }
          : null
      }
      send={(reason) =>
        refusing
          ? call(refuseAccountChange, { params, body: { reason } })
          : call(approveAccountChange, { params, body: {} })
      }
      outcome={() => ({ done: t(`second.done.${verdict}`) })}
      // Perhaps decided by somebody else meanwhile: the list is read once more.
      onSettled={onChange}
      onClose={onClose}
    >
      <p>
        <strong>{change.person.name}</strong>
      </p>
      <p>{change.reason}</p>
      <p>{change.evidence}</p>
      {refusing ? null : <p>{t('second.approveText')}</p>}
    </TextDialog>
  );
}
