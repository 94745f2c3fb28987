import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { findBarPerson, proposeBar, type DebarmentProposal } from '#shared/api/console/console-debarments.ts';
import {
  BAR_MONTHS,
  BAR_REASON_MAX,
  BAR_REASON_MIN,
  CAUSES_OF_A_LOT,
  type DebarmentCause,
} from '#shared/limits/debarments.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { day } from './day.ts';
import { useBarCauses } from './use-bar-causes.ts';

type Found = NonNullable<z.infer<typeof findBarPerson.answer>['found']>;

interface ProposeDialogProps {
  onClose: () => void;
  onBegun: (proposal: DebarmentProposal) => void;
}

/** A proposal to bar somebody: first exactly one person, then why; its evidence comes next. */
export function ProposeDialog({ onClose, onBegun }: ProposeDialogProps) {
  const [found, setFound] = useState<Found | null>(null);
  return found ? (
    <CauseDialog found={found} onClose={onClose} onBegun={onBegun} />
  ) : (
    <FindDialog onClose={onClose} onFound={setFound} />
  );
}

const NUMBERS = {
  pinfl: /^\d{14}$/,
  stir: /^\d{9}$/,
  account: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
} as const;
type NumberKind = keyof typeof NUMBERS;

function FindDialog({ onClose, onFound }: { onClose: () => void; onFound: (found: Found) => void }) {
  const { t } = useTranslation('console-bars');
  const [by, setBy] = useState<NumberKind>('pinfl');
  const [value, setValue] = useState('');
  const number = value.trim();
  const wrong = !NUMBERS[by].test(number);
  const find = useMutation({
    mutationFn: () => call(findBarPerson, { body: { by, value: number } }),
    onSuccess: ({ found }) => {
      if (found) onFound(found);
    },
  });
  return (
    <FormDialog
      title={t('propose.title')}
      confirm={t('propose.find')}
      busy={find.isPending}
      error={find.data?.found === null ? t('propose.none') : find.error}
      onSubmit={() => find.mutate()}
      onClose={onClose}
    >
      <Muted>{t('propose.findText')}</Muted>
      <SelectField
        label={t('propose.by')}
        value={by}
        onChange={(kind) => setBy(kind as NumberKind)}
        options={(Object.keys(NUMBERS) as NumberKind[]).map((kind) => ({
          value: kind,
          label: t(`propose.${kind}`),
        }))}
      />
      <InputField
        label={t('propose.value')}
        problem={wrong ? t('propose.valueWrong') : null}
        inputMode={by === 'account' ? 'text' : 'numeric'}
        autoComplete="off"
        maxLength={36}
        value={value}
        data-autofocus
        onChange={({ target }) => setValue(target.value)}
      />
    </FormDialog>
  );
}

function CauseDialog({ found, onClose, onBegun }: ProposeDialogProps & { found: Found }) {
  const { t } = useTranslation('console-bars');
  const localized = useLocalized();
  const causes = useBarCauses();
  const [cause, setCause] = useState<DebarmentCause>('unpaid');
  const [lot, setLot] = useState('');
  const [lastDay, setLastDay] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const months = BAR_MONTHS[cause];
  const written = reason.trim();
  const lotNumber = lot.trim();
  const lotNeeded = CAUSES_OF_A_LOT.includes(cause);
  const lotWrong = (lotNeeded || lotNumber !== '') && !/^[1-9]\d{0,14}$/.test(lotNumber);
  const dayMissing = months === null && lastDay === null;
  const short = written.length < BAR_REASON_MIN;
  const propose = useMutation({
    mutationFn: () =>
      call(proposeBar, {
        params: { personId: found.personId },
        body: {
          cause,
          reason: written,
          lotId: lotNumber === '' ? null : Number(lotNumber),
          lastDay: months === null ? lastDay : null,
        },
      }),
    onSuccess: onBegun,
  });
  return (
    <FormDialog
      title={t('propose.title')}
      confirm={t('toEvidence')}
      busy={propose.isPending}
      error={propose.error}
      onSubmit={() => propose.mutate()}
      onClose={onClose}
    >
      <FactBox>
        <strong>{found.name}</strong>
        <small>
          {found.idMasked} · {t('propose.accounts', { count: found.accounts })}
        </small>
        {found.bars.map((bar) => (
          <small key={bar.id}>
            {t('propose.barred', { id: bar.id, date: day(bar.endDate) })}
            {bar.causeName ? `: ${localized(bar.causeName)}` : ''}
          </small>
        ))}
      </FactBox>
      <SelectField
        label={t('column.cause')}
        value={cause}
        onChange={(value) => setCause(value as DebarmentCause)}
        options={causes}
      />
      {months === null ? (
        <DateField
          label={t('propose.lastDay')}
          value={lastDay}
          onChange={setLastDay}
          problem={dayMissing ? t('propose.lastDayEmpty') : null}
        />
      ) : (
        <Muted>{t('propose.length', { count: months })}</Muted>
      )}
      <InputField
        label={t(lotNeeded ? 'propose.lotNeeded' : 'propose.lot')}
        problem={lotWrong ? t('propose.lotWrong') : null}
        inputMode="numeric"
        value={lot}
        onChange={({ target }) => setLot(target.value)}
      />
      <TextField
        label={t('reason')}
        maxLength={BAR_REASON_MAX}
        problem={short ? t('reasonShort', { count: BAR_REASON_MIN }) : null}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
