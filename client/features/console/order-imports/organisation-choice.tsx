import { useMutation } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_SEARCH_MAX, findAccounts, type AccountLine } from '#shared/api/console/console-accounts.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import layout from '#client/ui/layout.module.css';
import css from './order-imports.module.css';

export type Organisation = Pick<AccountLine, 'id' | 'name' | 'stir'>;

const sells = ({ kind, roles, disabled }: AccountLine): boolean =>
  kind === 'legal' && roles.includes('customer') && !disabled;

interface OrganisationChoiceProps {
  chosen: Organisation | null;
  problem: string | null;
  onChoose: (organisation: Organisation | null) => void;
}

/** An organisation that sells, found by a whole number or address. */
export function OrganisationChoice({ chosen, problem, onChoose }: OrganisationChoiceProps) {
  const { t } = useTranslation('console-order-imports');
  const [search, setSearch] = useState('');
  const find = useMutation({
    mutationFn: () => call(findAccounts, { body: { find: search.trim() } }),
    onSuccess: ({ items }) => onChoose(items.find(sells) ?? null),
  });
  const submit = () => {
    if (search.trim() !== '') find.mutate();
  };
  const found = find.data?.items ?? [];
  const selling = found.filter(sells);
  const others = found.filter((each) => !sells(each));
  return (
    <>
      <div className={css.find}>
        <InputField
          label={t('dialog.search')}
          value={search}
          maxLength={ACCOUNT_SEARCH_MAX}
          problem={problem}
          error={find.data && found.length === 0 ? t('dialog.notFound') : null}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            // Enter finds, and does not send the file.
            event.preventDefault();
            submit();
          }}
        />
        <Button variant="default" size="md" loading={find.isPending} onClick={submit}>
          {t('dialog.find')}
        </Button>
      </div>
      {selling.length === 0 ? null : (
        <ChoiceField
          label={t('dialog.who')}
          value={chosen?.id ?? ''}
          onChange={(id) => onChoose(selling.find((each) => each.id === id) ?? null)}
          options={selling.map((each) => ({ value: each.id, label: each.name, hint: each.stir ?? '' }))}
        />
      )}
      {others.map((each) => (
        <p key={each.id} className={layout.danger}>
          {each.name}: {t('dialog.notOrganisation')}
        </p>
      ))}
      <FormError error={find.error} />
    </>
  );
}
