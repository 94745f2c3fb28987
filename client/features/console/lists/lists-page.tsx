import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  consoleLists,
  EDITED_LISTS,
  LIST_MAX,
  saveList,
  type ConsoleList,
  type ListEntryInput,
} from '#shared/api/console/console-lists.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { editableName, EMPTY_NAME } from '#shared/content/names.ts';
import { ChangeHistory } from '#client/entities/dictionary/change-history.tsx';
import { NameFields, nameComplete } from '#client/entities/dictionary/name-fields.tsx';
import { OpenNewVersion } from '#client/entities/dictionary/open-new-version.tsx';
import { SortableList } from '#client/entities/dictionary/sortable-list.tsx';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Button } from '#client/ui/button.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Form, FormProblem } from '#client/ui/form.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';
import layout from '#client/ui/layout.module.css';
import css from './console-lists.module.css';

/** Lists of choices for staff: the one that is named in the address, else the first. */
export function ListsPage() {
  const { t } = useTranslation(['lists', 'staff']);
  const [search, setSearch] = useSearchParams();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const { data, error, refetch } = useQuery({
    queryKey: ['console-lists'],
    queryFn: ({ signal }) => call(consoleLists, { signal }),
    // What is being edited must not change while somebody types; a save against an old version is refused.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...recovering(),
  });
  const [reloads, setReloads] = useState(0);
  const chosen = EDITED_LISTS.find((name) => name === search.get('list')) ?? EDITED_LISTS[0];
  const list = data?.find(({ name }) => name === chosen);
  return (
    <div className={writing.page}>
      <PageTitle>{t('staff:page.lists')}</PageTitle>
      <SelectField
        label={t('list')}
        value={chosen}
        onChange={(name) => setSearch({ list: name }, { replace: true })}
        options={EDITED_LISTS.map((name) => ({ value: name, label: t(`name.${name}`) }))}
      />
      {data ? null : <NotRead error={error} onRetry={() => void refetch()} height={480} />}
      {list ? (
        <ListEditor
          key={`${list.name} ${list.version} ${reloads}`}
          list={list}
          mayWrite={mayWrite}
          reload={() => void refetch().then(() => setReloads((count) => count + 1))}
        />
      ) : null}
      {list ? <ChangeHistory changes={list.changes} what={() => t('edited')} /> : null}
    </div>
  );
}

interface EntryDraft extends ListEntryInput {
  /** On this screen; the code comes when it is saved. */
  key: string;
}

interface ListEditorProps {
  list: ConsoleList;
  mayWrite: boolean;
  /** Reads it again, after somebody else has changed it. */
  reload: () => void;
}

function ListEditor({ list, mayWrite, reload }: ListEditorProps) {
  const { t } = useTranslation(['lists', 'content']);
  const queries = useQueryClient();
  const { name, version, free } = list;
  const [entries, setEntries] = useState<EntryDraft[]>(() =>
    list.entries.map((entry) => ({ ...entry, key: entry.code, name: editableName(entry.name) })),
  );
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const put = (key: string, part: Partial<EntryDraft>) =>
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));
  const save = useMutation({
    mutationFn: () =>
      call(saveList, {
        params: { name },
        body: { version, entries: entries.map(({ key: _key, ...entry }) => entry) },
      }),
    // Not retried: the page says what went wrong and keeps what was typed.
    onSuccess: (saved) => {
      queries.setQueryData<ConsoleList[]>(['console-lists'], (all) =>
        all?.map((each) => (each.name === saved.name ? saved : each)),
      );
      void queries.invalidateQueries({ queryKey: ['dynamic-list', name] });
      void queries.invalidateQueries({ queryKey: ['names', name] });
      notify('success', t('saved'));
    },
  });
  const whole = entries.every((entry) => nameComplete(entry.name));
  return (
    <Form className={writing.page} onSubmit={() => save.mutate()}>
      <p className={css.note}>{t(free ? 'free' : 'fixed')}</p>
      <SortableList
        label={t(`name.${name}`)}
        items={entries}
        idOf={({ key }) => key}
        nameOf={(entry) => entry.name.uz || t('unnamed')}
        onArrange={mayWrite ? (keys) => setEntries(keys.flatMap((key) => byKey.get(key) ?? [])) : null}
      >
        {(entry) => (
          <div className={layout.fluidStack3}>
            <NameFields
              legend={entry.name.uz || t('unnamed')}
              value={entry.name}
              brief
              readOnly={!mayWrite}
              onChange={(next) => put(entry.key, { name: next })}
            />
            {free && mayWrite ? (
              entry.code === null ? (
                <Button
                  variant="default"
                  size="sm"
                  className={css.fit}
                  onClick={() => setEntries(entries.filter(({ key }) => key !== entry.key))}
                >
                  {t('remove')}
                </Button>
              ) : (
                <label className={writing.check}>
                  <input
                    type="checkbox"
                    checked={entry.hidden}
                    onChange={({ target }) => put(entry.key, { hidden: target.checked })}
                  />
                  {t('hide')}
                </label>
              )
            ) : null}
          </div>
        )}
      </SortableList>
      {free && mayWrite && entries.length < LIST_MAX ? (
        <Button
          variant="default"
          size="md"
          className={css.fit}
          leftSection={<Plus size={18} aria-hidden />}
          onClick={() =>
            setEntries([
              ...entries,
              { key: crypto.randomUUID(), code: null, name: EMPTY_NAME, hidden: false },
            ])
          }
        >
          {t('add')}
        </Button>
      ) : null}
      <FormProblem problem={whole ? null : t('wrong')} />
      <FormError error={save.error} />
      {mayWrite ? (
        <div className={writing.actions}>
          <Button type="submit" size="md" loading={save.isPending}>
            {t('content:save')}
          </Button>
          <OpenNewVersion error={save.error} code="lists.changed" reload={reload} />
        </div>
      ) : null}
    </Form>
  );
}
