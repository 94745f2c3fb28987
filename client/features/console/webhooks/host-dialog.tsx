import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOST_MAX, switchHostOff, switchHostOn } from '#shared/api/console/console-webhooks.ts';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { REASON_LIMITS } from './reason-limits.ts';

interface HostDialogProps {
  /** '': it is typed here. */
  host: string;
  onClose: () => void;
  onChange: () => unknown;
}

/** Switches a host off for everybody; owners of listeners there read the reason. */
export function HostOffDialog({ host: known, onClose, onChange }: HostDialogProps) {
  const { t } = useTranslation('console-webhooks');
  const [typed, setTyped] = useState(known);
  const host = typed.trim();
  return (
    <TextDialog
      title={t('hosts.offTitle')}
      confirm={t('hostOff')}
      danger
      text={{
        label: t('dialog.reason'),
        limits: REASON_LIMITS,
        short: t('dialog.reasonShort', { count: REASON_LIMITS.min }),
      }}
      send={(reason) => call(switchHostOff, { body: { host, reason } })}
      outcome={() => ({ done: t('hosts.isOff') })}
      onSettled={onChange}
      onClose={onClose}
    >
      <InputField
        label={t('hosts.host')}
        problem={host === '' ? t('hosts.hostMissing') : null}
        maxLength={HOST_MAX}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Muted>{t('hosts.offText')}</Muted>
    </TextDialog>
  );
}

/** Switches a host on again. */
export function HostOnDialog({ host, onClose, onChange }: HostDialogProps) {
  const { t } = useTranslation('console-webhooks');
  return (
    <TextDialog
      title={t('hosts.onTitle', { host })}
      confirm={t('hosts.on')}
      text={{
        label: t('hosts.onReason'),
        limits: REASON_LIMITS,
        short: t('dialog.reasonShort', { count: REASON_LIMITS.min }),
      }}
      send={(reason) => call(switchHostOn, { body: { host, reason } })}
      outcome={() => ({ done: t('hosts.isOn') })}
      onSettled={onChange}
      onClose={onClose}
    >
      <Muted>{t('hosts.onText')}</Muted>
    </TextDialog>
  );
}
