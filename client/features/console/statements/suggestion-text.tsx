import { useTranslation } from 'react-i18next';
import type { CreditSuggestion } from '#shared/api/console/bank-lines.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';

/** Which sale a suggestion is about and what is left of its price; the balance alone where it is about none. */
export function useSettlementText() {
  const { t } = useTranslation('console-statements');
  return ({ settlement }: CreditSuggestion): string => {
    if (!settlement) return t('suggestion.balance');
    const { id, lotId: lot, restTiyin, dueAtMs } = settlement;
    return dueAtMs === null
      ? t('suggestion.over', { settlement: `S-${id}`, lot })
      : t('suggestion.lot', { settlement: `S-${id}`, lot, rest: formatMoney(restTiyin) });
  };
}

/** Whose money a transfer may be, for what, and why that is thought. */
export function SuggestionText({ suggestion }: { suggestion: CreditSuggestion }) {
  const { t } = useTranslation('console-statements');
  const settlementText = useSettlementText();
  const { personName, grounds } = suggestion;
  return (
    <Stacked>
      {personName === '' ? '—' : personName}
      <small>{settlementText(suggestion)}</small>
      {grounds.length === 0 ? null : (
        <small>{grounds.map((ground) => t(`ground.${ground}`)).join(', ')}</small>
      )}
    </Stacked>
  );
}
