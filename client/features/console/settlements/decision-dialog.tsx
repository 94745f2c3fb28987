import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { approveExtension, rejectExtension, type StaffSettlement } from '#shared/api/cabinet/winlots.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { FactBox } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { notify } from '#client/ui/toasts.tsx';

interface DecisionDialogProps {
  settlement: StaffSettlement;
  verb: 'approve-extension' | 'reject-extension';
  onClose: () => void;
  onChange: () => void;
}

/** The second person's decision on a later deadline, about exactly the one that was shown. */
export function DecisionDialog({ settlement, verb, onClose, onChange }: DecisionDialogProps) {
  const { t } = useTranslation('console-settlements');
  const { id, lotId, priceTiyin, dueAtMs, buyer, extension } = settlement;
  const decide = useMutation({
    mutationFn: () =>
      call(verb === 'approve-extension' ? approveExtension : rejectExtension, {
        params: { settlementId: id },
        body: { extensionId: extension?.id ?? 0 },
      }),
    onSuccess: () => {
      notify('success', t(`done.${verb}`, { number: lotId }));
      onClose();
    },
    // Perhaps decided by another person meanwhile: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${verb}`, { number: lotId })}
      confirm={t(`act.${verb}`)}
      danger={verb === 'reject-extension'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <p>
        <strong>{formatMoney(priceTiyin)}</strong> · {buyer ? buyer.name : t('hidden')}
      </p>
      {extension ? (
        <FactBox>
          <strong>
            {t('dialog.move', {
              from: formatDateTimeShort(dueAtMs),
              until: formatDateTimeShort(extension.untilMs),
            })}
          </strong>
          <q>{extension.reason}</q>
          <small>
            {t('dialog.askedBy', { name: extension.by, time: formatDateTimeShort(extension.atMs) })}
          </small>
        </FactBox>
      ) : null}
    </FormDialog>
  );
}
