import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartSchedule } from '#shared/api/parts.ts';
import type { WinLot } from '#shared/api/cabinet/winlots.ts';
import { usePartName } from '#client/entities/sale/part-list.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { SelectField } from '#client/ui/field.tsx';

/** What is paid: the parts up to this one, or everything that is left. */
export type Through = number | null;

/** What the chosen parts cost now and what the balance lacks for them, in tiyin; of the whole rest without a choice. */
export interface Cost {
  through: Through;
  sumTiyin: number;
  missingTiyin: number;
}

const unpaid = ({ parts }: PartSchedule) => parts.filter(({ state }) => state !== 'paid');

/** A schedule that leaves something for later: a choice. */
export const hasChoice = (parts: PartSchedule | null): parts is PartSchedule =>
  parts !== null && unpaid(parts).length > 1;

export function costOf(
  { parts, balanceTiyin, dueTiyin, paidTiyin, missingTiyin }: WinLot,
  through: Through,
): Cost {
  if (!parts) return { through: null, sumTiyin: dueTiyin - paidTiyin, missingTiyin };
  const sumTiyin = parts.parts
    .filter(({ k }) => through === null || k <= through)
    .reduce((sum, { toPayTiyin }) => sum + toPayTiyin, 0);
  return { through, sumTiyin, missingTiyin: Math.max(0, sumTiyin - balanceTiyin) };
}

type Way = 'next' | 'late' | 'some' | 'all';

interface PayChoiceProps {
  winLot: WinLot;
  schedule: PartSchedule;
  through: Through;
  onChoose: (through: Through) => void;
}

/** The next part, all that are late, several in advance, or everything at once; each with what it costs now. */
export function PayChoice({ winLot, schedule, through, onChoose }: PayChoiceProps) {
  const { t } = useTranslation(['winlots', 'parts']);
  const nameOf = usePartName();
  const open = unpaid(schedule);
  const late = open.filter(({ state }) => state === 'late');
  const next = open[0]?.k ?? 0;
  const [way, setWay] = useState<Way>('next');
  const costs = (upTo: Through) => formatMoney(costOf(winLot, upTo).sumTiyin);
  const lastLate = late.at(-1)?.k;
  // The ways that mean something now: what was chosen before a payment may not.
  const ways = [
    { value: 'next' as const, through: next as Through, label: nameOf(next) },
    ...(lastLate !== undefined && late.length > 1
      ? [
          {
            value: 'late' as const,
            through: lastLate as Through,
            label: t('choice.late', { count: late.length }),
          },
        ]
      : []),
    ...(schedule.begunAtMs !== null && open.length > 2
      ? [{ value: 'some' as const, through: undefined, label: t('choice.some') }]
      : []),
    {
      value: 'all' as const,
      through: null as Through,
      label: t(schedule.begunAtMs === null ? 'choice.full' : 'choice.rest'),
    },
  ];
  const choose = (value: Way) => {
    setWay(value);
    const chosen = ways.find((each) => each.value === value);
    onChoose(chosen?.through === undefined ? (open[1]?.k ?? null) : chosen.through);
  };
  const shown = ways.some(({ value }) => value === way) ? way : 'next';
  return (
    <>
      <ChoiceField
        label={t('choice.title')}
        value={shown}
        onChange={choose}
        options={ways.map(({ value, label, through: upTo }) => ({
          value,
          label,
          ...(upTo === undefined ? {} : { hint: costs(upTo) }),
        }))}
      />
      {shown === 'some' ? (
        <SelectField
          label={t('choice.upTo')}
          value={String(through ?? open[1]?.k)}
          onChange={(value) => onChoose(Number(value))}
          options={open
            .slice(1, -1)
            .map(({ k }) => ({ value: String(k), label: `${nameOf(k)} — ${costs(k)}` }))}
        />
      ) : null}
    </>
  );
}
