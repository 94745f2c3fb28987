import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lotDetails } from '#shared/api/site/lots.ts';
import { resumeSale, suspendSale } from '#shared/api/cabinet/purchases.ts';
import { STAFF_REASON } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { InputField } from '#client/ui/input-field.tsx';

export type SaleVerb = 'suspend' | 'resume';

interface SaleDialogProps {
  verb: SaleVerb;
  /** Null: its number is typed. */
  lotId: number | null;
  onClose: () => void;
  onDone: () => void;
}

/** Suspends or resumes a sale at a fixed price, with the reason that the lot's history keeps. */
export function SaleDialog({ verb, lotId: given, onClose, onDone }: SaleDialogProps) {
  const { t } = useTranslation('purchases');
  const localized = useLocalized();
  const [number, setNumber] = useState('');
  const lotId = given ?? (/^[1-9]\d{0,15}$/.test(number) ? Number(number) : 0);
  const lot = useQuery({
    queryKey: ['console-lot', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId } }),
    enabled: lotId > 0,
    retry: false,
  });
  // A row names a lot that there is: its title may fail to come.
  const noLot = lotId === 0 || (given === null && lot.isError);
  return (
    <TextDialog
      title={t(`console.${verb}.title`)}
      confirm={t(`console.${verb}.do`)}
      danger={verb === 'suspend'}
      text={{
        label: t('console.reason'),
        hint: t('console.reasonHint'),
        limits: STAFF_REASON,
        short: t('console.reasonShort', { count: STAFF_REASON.min }),
      }}
      send={(reason) =>
        call(verb === 'suspend' ? suspendSale : resumeSale, { params: { lotId }, body: { reason } })
      }
      outcome={(answer) =>
        answer.verdict === 'refused'
          ? { refused: t(`console.refused.${answer.reason}`) }
          : { done: t(answer.already ? `console.${verb}.before` : `console.${verb}.done`) }
      }
      onSettled={onDone}
      onClose={onClose}
    >
      <p>{t(`console.${verb}.text`)}</p>
      {given === null ? (
        <InputField
          label={t('table.lotNumber')}
          problem={noLot ? t('console.noLot') : null}
          error={noLot && lot.isError ? t('console.noLot') : null}
          inputMode="numeric"
          value={number}
          data-autofocus
          onChange={({ target }) => setNumber(target.value.replace(/\D/g, ''))}
        />
      ) : null}
      {lot.data ? (
        <p>
          <strong>{localized(lot.data.title)}</strong> · № {lot.data.number}
        </p>
      ) : null}
    </TextDialog>
  );
}
