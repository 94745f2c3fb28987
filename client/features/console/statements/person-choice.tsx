import { useMutation } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { bankLinePeople, type CreditSuggestion } from '#shared/api/console/bank-lines.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { useSettlementText } from './suggestion-text.tsx';
import css from './console-statements.module.css';

const SEARCH_MAX = 64;

const keyOf = ({ personId, settlement }: CreditSuggestion): string => `${personId}:${settlement?.id ?? ''}`;

interface PersonChoiceProps {
  suggested: readonly CreditSuggestion[];
  chosen: CreditSuggestion | null;
  onChoose: (person: CreditSuggestion) => void;
}

/** Whose balance: one of those suggested, or found by a whole number. */
export function PersonChoice({ suggested, chosen, onChoose }: PersonChoiceProps) {
  const { t } = useTranslation('console-statements');
  const settlementText = useSettlementText();
  const [search, setSearch] = useState('');
  const find = useMutation({
    mutationFn: () => call(bankLinePeople, { query: { search: search.trim() } }),
    onSuccess: ({ items: [first] }) => {
      if (first) onChoose(first);
    },
  });
  const all = [...suggested, ...(find.data?.items ?? [])];
  const options = all.filter((each, at) => all.findIndex((other) => keyOf(other) === keyOf(each)) === at);
  const submit = () => {
    if (search.trim() !== '') find.mutate();
  };
  return (
    <>
      {options.length === 0 ? null : (
        <ChoiceField
          label={t('dialog.who')}
          value={chosen ? keyOf(chosen) : ''}
          onChange={(key) => onChoose(options.find((each) => keyOf(each) === key)!)}
          options={options.map((each) => ({
            value: keyOf(each),
            label: each.personName,
            hint: [settlementText(each), ...each.grounds.map((ground) => t(`ground.${ground}`))].join(' · '),
          }))}
        />
      )}
      <div className={css.find}>
        <InputField
          label={t('dialog.search')}
          value={search}
          maxLength={SEARCH_MAX}
          error={find.data?.items.length === 0 ? t('dialog.notFound') : null}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            // Enter finds, and does not decide.
            event.preventDefault();
            submit();
          }}
        />
        <Button variant="default" size="md" loading={find.isPending} onClick={submit}>
          {t('dialog.find')}
        </Button>
      </div>
      <FormError error={find.error} />
    </>
  );
}
