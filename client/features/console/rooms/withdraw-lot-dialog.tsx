import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestWithdraw } from '#shared/api/console/console-rooms.ts';
import { lotDetails } from '#shared/api/site/lots.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import layout from '#client/ui/layout.module.css';
import { useRoomReason } from './use-room-reason.ts';
import { WithdrawChoice } from './withdraw-choice.tsx';

/** Asks to withdraw a lot that no board shows: its room has not opened. A second person approves. */
export function WithdrawLotDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console');
  const localized = useLocalized();
  const queries = useQueryClient();
  const [number, setNumber] = useState('');
  const [repeat, setRepeat] = useState(false);
  const lotId = /^[1-9]\d{0,15}$/.test(number) ? Number(number) : 0;
  const lot = useQuery({
    queryKey: ['console-lot', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId } }),
    enabled: lotId > 0,
    retry: false,
  });
  const noLot = lotId === 0 || lot.isError;
  return (
    <TextDialog
      title={t('dialog.withdraw')}
      confirm={t('dialog.ask')}
      danger
      text={useRoomReason()}
      send={(reason) => call(requestWithdraw, { params: { lotId }, body: { reason, repeat } })}
      outcome={() => ({ done: t('dialog.asked') })}
      onSettled={() => queries.invalidateQueries({ queryKey: ['console-requests'] })}
      onClose={onClose}
    >
      <p className={layout.mutedMedium}>{t('withdraw.unopenedText')}</p>
      <InputField
        label={t('withdraw.number')}
        problem={noLot ? t('withdraw.noLot') : null}
        error={noLot && lot.isError ? t('withdraw.noLot') : null}
        inputMode="numeric"
        value={number}
        data-autofocus
        onChange={({ target }) => setNumber(target.value.replace(/\D/g, ''))}
      />
      {lot.data ? (
        <p>
          <strong>{localized(lot.data.title)}</strong> · № {lot.data.number}
        </p>
      ) : null}
      <WithdrawChoice repeat={repeat} onChange={setRepeat} />
    </TextDialog>
  );
}
