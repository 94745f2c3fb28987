import { useMutation } from '@tanstack/react-query';
import { Search, UserSearch } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { ACCOUNT_SEARCH_MAX, findAccounts, type AccountLine } from '#shared/api/console/console-accounts.ts';
import { showPhone } from '#shared/validation/phone.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import { AccountState, Roles } from './account-badges.tsx';
import { ChangesTable } from './changes-table.tsx';
import css from './console-accounts.module.css';

/** What the search over everything was asked for. */
const findOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'find' in state && typeof state.find === 'string'
    ? state.find
    : '';

/** /console/accounts: looking an account up by something whole, and what staff decided about accounts. */
export function AccountsPage() {
  const { t } = useTranslation('console-accounts');
  const { state: handed } = useLocation();
  const asked = findOf(handed);
  const [text, setText] = useState(asked);
  const find = useMutation({
    mutationFn: (wanted: string) => call(findAccounts, { body: { find: wanted } }),
  });
  const { mutate } = find;
  useEffect(() => {
    if (asked === '') return;
    setText(asked);
    mutate(asked);
  }, [asked, mutate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !find.isPending) find.mutate(text.trim());
  };
  return (
    <div className={layout.fluidStack4}>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>{t('lead')}</ListLead>
      <form role="search" aria-label={t('find.label')} className={css.find} onSubmit={submit} noValidate>
        <InputField
          label={t('find.label')}
          type="search"
          autoComplete="off"
          value={text}
          maxLength={ACCOUNT_SEARCH_MAX}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          type="submit"
          size="md"
          loading={find.isPending}
          leftSection={<Search size={18} aria-hidden />}
        >
          {t('find.go')}
        </Button>
      </form>
      <p className={layout.muted}>{t('find.hint')}</p>
      <FormError error={find.error} />
      <div aria-live="polite">{find.data ? <Found accounts={find.data.items} /> : null}</div>
      <ChangesTable />
    </div>
  );
}

function Found({ accounts }: { accounts: readonly AccountLine[] }) {
  const { t } = useTranslation('console-accounts');
  return (
    <DataTable
      label={t('find.found')}
      columns={useColumns()}
      rows={accounts}
      rowKey={({ id }) => id}
      error={null}
      onRetry={() => undefined}
      empty={{ title: t('find.none'), text: t('find.noneText'), icon: UserSearch }}
    />
  );
}

function useColumns(): Column<AccountLine>[] {
  const { t } = useTranslation('console-accounts');
  return [
    {
      key: 'person',
      head: t('column.account'),
      main: true,
      cell: ({ id, name, kind }) => (
        <Stacked>
          <Link to={paths.consoleAccount(id)}>{name}</Link>
          <small>{t(`kind.${kind}`)}</small>
        </Stacked>
      ),
    },
    {
      key: 'contacts',
      head: t('column.contacts'),
      cell: ({ phone, email }) => (
        <Stacked>
          {phone === null ? null : showPhone(phone)}
          {email}
          {phone === null && email === null ? '—' : null}
        </Stacked>
      ),
    },
    { key: 'state', head: t('column.state'), cell: ({ disabled }) => <AccountState disabled={disabled} /> },
    { key: 'roles', head: t('column.roles'), cell: (account) => <Roles account={account} /> },
  ];
}
