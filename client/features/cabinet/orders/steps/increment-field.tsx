import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncrementRule } from '#shared/auction/rules.ts';
import { Button } from '#client/ui/button.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { FractionField } from '#client/ui/number-field.tsx';
import layout from '#client/ui/layout.module.css';
import css from './steps.module.css';

const KINDS = ['fixed', 'percentOfStart', 'percentOfCurrent', 'ladder'] as const;
type Kind = (typeof KINDS)[number];
/** Steps of a ladder people can still read. */
const LADDER_MAX = 10;

interface Row {
  fromTiyin: number | null;
  stepTiyin: number | null;
}

interface IncrementFieldProps {
  value: IncrementRule | undefined;
  /** Undefined: the rule set's figure. */
  onChange: (value: IncrementRule | undefined) => void;
  error: string | null;
}

/** How much each price is above the last: a sum, a percent, or a ladder by price. Stored once it is complete. */
export function IncrementField({ value, onChange, error }: IncrementFieldProps) {
  const { t } = useTranslation('orders');
  const [kind, setKind] = useState<Kind | ''>(value?.kind ?? '');
  return (
    <>
      <OptionsField
        label={t('terms.increment')}
        value={kind}
        error={error}
        onChange={({ target }) => {
          const chosen = KINDS.find((name) => name === target.value) ?? '';
          setKind(chosen);
          onChange(undefined);
        }}
      >
        <option value="">{t('terms.usual')}</option>
        {KINDS.map((name) => (
          <option key={name} value={name}>
            {t(`increment.${name}`)}
          </option>
        ))}
      </OptionsField>
      {kind === 'fixed' ? (
        <MoneyField
          label={t('increment.sum')}
          tiyin={value?.kind === 'fixed' ? value.amount : null}
          onChange={(amount) => onChange(amount ? { kind, amount } : undefined)}
        />
      ) : null}
      {kind === 'percentOfStart' || kind === 'percentOfCurrent' ? (
        <FractionField
          label={t('increment.percent')}
          value={percentOf(value)}
          onChange={(percent) => onChange(percentRule(kind, percent))}
          most={6}
        />
      ) : null}
      {kind === 'ladder' ? <Ladder value={value} onChange={onChange} /> : null}
    </>
  );
}

function percentOf(rule: IncrementRule | undefined): number | undefined {
  if (rule?.kind === 'percentOfCurrent') return rule.percent;
  return rule?.kind === 'percentOfStart' ? rule.percents[0] : undefined;
}

/** Percents have at most two decimals; zero would be no step. */
function percentRule(
  kind: 'percentOfStart' | 'percentOfCurrent',
  typed: number | null,
): IncrementRule | undefined {
  const percent = Math.round((typed ?? 0) * 100) / 100;
  if (!(percent > 0 && percent <= 10_000)) return undefined;
  return kind === 'percentOfCurrent' ? { kind, percent } : { kind, percents: [percent] };
}

const rowsOf = (rule: IncrementRule | undefined): Row[] =>
  rule?.kind === 'ladder'
    ? rule.steps.map(([fromTiyin, stepTiyin]) => ({ fromTiyin, stepTiyin }))
    : [{ fromTiyin: 0, stepTiyin: null }];

/** Null while a row is not complete or the prices do not rise. */
function ladderOf(rows: readonly Row[]): IncrementRule | undefined {
  const steps = rows.flatMap(({ fromTiyin, stepTiyin }): [number, number][] =>
    fromTiyin === null || !stepTiyin ? [] : [[fromTiyin, stepTiyin]],
  );
  const rising = steps.every(([from], i) => i === 0 || from > (steps[i - 1]?.[0] ?? 0));
  return steps.length === rows.length && rising ? { kind: 'ladder', steps } : undefined;
}

function Ladder({ value, onChange }: Pick<IncrementFieldProps, 'value' | 'onChange'>) {
  const { t } = useTranslation('orders');
  const [rows, setRows] = useState(() => rowsOf(value));
  const put = (next: Row[]) => {
    setRows(next);
    onChange(ladderOf(next));
  };
  const mend = (at: number, change: Partial<Row>) =>
    put(rows.map((row, i) => (i === at ? { ...row, ...change } : row)));
  return (
    <div className={layout.stack3}>
      {rows.map((row, at) => (
        // Rows are added and taken away at the end alone.
        <div key={at} className={css.row}>
          <MoneyField
            label={t('increment.from')}
            tiyin={row.fromTiyin}
            onChange={(fromTiyin) => mend(at, { fromTiyin })}
          />
          <MoneyField
            label={t('increment.sum')}
            tiyin={row.stepTiyin}
            onChange={(stepTiyin) => mend(at, { stepTiyin })}
          />
          {rows.length > 1 && at === rows.length - 1 ? (
            <button
              type="button"
              aria-label={t('increment.remove', { row: at + 1 })}
              onClick={() => put(rows.slice(0, -1))}
            >
              <Trash2 size={20} aria-hidden />
            </button>
          ) : null}
        </div>
      ))}
      <p className={css.tools}>
        <Button
          variant="default"
          leftSection={<Plus size={18} aria-hidden />}
          disabled={rows.length >= LADDER_MAX}
          onClick={() => put([...rows, { fromTiyin: null, stepTiyin: null }])}
        >
          {t('increment.add')}
        </Button>
        {ladderOf(rows) ? null : <span role="status">{t('increment.incomplete')}</span>}
      </p>
    </div>
  );
}
