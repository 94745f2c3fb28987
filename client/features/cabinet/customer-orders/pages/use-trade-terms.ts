import { useTranslation } from 'react-i18next';
import type { TradeChoices } from '#shared/orders/order-fields.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney, formatPercent } from '#client/lib/format/money.ts';
import type { Fact } from './facts.tsx';

/** What the customer chose of the rule set's figures, a fact each. */
export function useTradeTerms(choices: TradeChoices | undefined): Fact[] {
  const { t } = useTranslation('customer-orders');
  if (!choices) return [];
  const { depositPercent, increment, overtime, minParticipants, opensAtMs, closesAtMs, announcedOn } =
    choices;
  const { repeatCutPercent } = choices;
  const step = (): string | null => {
    switch (increment?.kind) {
      case undefined:
        return null;
      case 'fixed':
        return formatMoney(increment.amount);
      case 'percentOfCurrent':
        return t('term.ofPrice', { percent: formatPercent(increment.percent) });
      case 'percentOfStart':
        return t('term.ofStart', { percent: increment.percents.map(formatPercent).join(', ') });
      case 'ladder':
        return t('term.ladder', { count: increment.steps.length });
    }
  };
  const lines: readonly (readonly [string, string | null])[] = [
    ['deposit', depositPercent === undefined ? null : formatPercent(depositPercent)],
    ['step', step()],
    [
      'overtime',
      overtime === undefined ? null : t(overtime === null ? 'term.noOvertime' : 'term.withOvertime'),
    ],
    ['participants', minParticipants === undefined ? null : String(minParticipants)],
    ['repeatCut', repeatCutPercent === undefined ? null : formatPercent(repeatCutPercent)],
    ['opens', opensAtMs === undefined ? null : formatDateTime(opensAtMs)],
    ['closes', closesAtMs === undefined ? null : formatDateTime(closesAtMs)],
    ['announced', announcedOn === undefined ? null : dayText(announcedOn)],
  ];
  const names: Record<string, string> = {
    deposit: t('term.deposit'),
    step: t('term.step'),
    overtime: t('term.overtime'),
    participants: t('term.participants'),
    repeatCut: t('term.repeatCut'),
    opens: t('term.opens'),
    closes: t('term.closes'),
    announced: t('term.announced'),
  };
  return lines.flatMap(([key, value]) => (value === null ? [] : [{ key, name: names[key] ?? key, value }]));
}
