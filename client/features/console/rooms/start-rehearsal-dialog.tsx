import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startRehearsal, type Rehearsal } from '#shared/api/console/rehearsals.ts';
import { RULE_SET_NAMES } from '#shared/api/site/lots.ts';
import { OWN_STEP_RULE_SETS, REHEARSAL_BOTS, REHEARSAL_MINUTES } from '#shared/limits/rehearsals.ts';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { WholeField } from '#client/ui/number-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

type RuleSet = Rehearsal['ruleSet'];

interface Limits {
  min: number;
  max: number;
}

const within = (value: number | null, { min, max }: Limits): boolean =>
  value !== null && value >= min && value <= max;

const USUAL_START_TIYIN = 100_000_000_00;
const DIGITS = 3;

interface StartRehearsalDialogProps {
  onClose: () => void;
  onChange: () => void;
}

/** By which rules a practice room of staff is held, for how long, and with how many played participants. */
export function StartRehearsalDialog({ onClose, onChange }: StartRehearsalDialogProps) {
  const { t } = useTranslation('console-rehearsals');
  const [ruleSet, setRuleSet] = useState<RuleSet>('state-shop');
  const [startPriceTiyin, setStartPrice] = useState<number | null>(USUAL_START_TIYIN);
  const [step, setStep] = useState<number | null>(null);
  const [minutes, setMinutes] = useState<number | null>(REHEARSAL_MINUTES.usual);
  const [bots, setBots] = useState<number | null>(REHEARSAL_BOTS.usual);
  const ownStep = OWN_STEP_RULE_SETS.includes(ruleSet);
  const stepTiyin = ownStep ? step : null;
  const wrong = {
    startPrice: startPriceTiyin === null || startPriceTiyin < 1,
    step: stepTiyin !== null && (stepTiyin < 1 || stepTiyin > (startPriceTiyin ?? 0)),
    minutes: !within(minutes, REHEARSAL_MINUTES),
    bots: !within(bots, REHEARSAL_BOTS),
  };
  const starting = useMutation({
    mutationFn: () =>
      call(startRehearsal, {
        body: {
          ruleSet,
          startPriceTiyin: startPriceTiyin ?? 0,
          stepTiyin,
          minutes: minutes ?? 0,
          bots: bots ?? 0,
        },
      }),
    onSuccess: () => {
      notify('success', t('started'));
      onClose();
    },
    // After a failure, too, whose effect is not known.
    onSettled: onChange,
  });
  const problem = (field: keyof typeof wrong, limits: Limits = { min: 0, max: 0 }) =>
    wrong[field] ? t(`wrong.${field}`, { min: limits.min, max: limits.max }) : null;
  return (
    <FormDialog
      title={t('startTitle')}
      confirm={t('confirm')}
      busy={starting.isPending}
      error={starting.error}
      onSubmit={() => starting.mutate()}
      onClose={onClose}
    >
      <Muted>{t('startText')}</Muted>
      <SelectField
        label={t('ruleSet')}
        value={ruleSet}
        data-autofocus
        onChange={(value) => setRuleSet(value as RuleSet)}
        options={RULE_SET_NAMES.map((value) => ({ value, label: t(`set.${value}`) }))}
      />
      <MoneyField
        label={t('startPrice')}
        tiyin={startPriceTiyin}
        onChange={setStartPrice}
        problem={problem('startPrice')}
      />
      {ownStep ? (
        <MoneyField
          label={t('step')}
          tiyin={step}
          onChange={setStep}
          hint={t('stepHint')}
          problem={problem('step')}
        />
      ) : (
        <Muted>{t('stepPrescribed')}</Muted>
      )}
      <WholeField
        label={t('minutes')}
        value={minutes ?? undefined}
        most={DIGITS}
        onChange={setMinutes}
        problem={problem('minutes', REHEARSAL_MINUTES)}
      />
      <WholeField
        label={t('bots')}
        value={bots ?? undefined}
        most={DIGITS}
        onChange={setBots}
        hint={t('botsHint')}
        problem={problem('bots', REHEARSAL_BOTS)}
      />
    </FormDialog>
  );
}
