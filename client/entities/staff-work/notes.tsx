import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_LETTERS, type StaffNote } from '#shared/api/console/staff-notes.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import css from './notes.module.css';

interface NotesProps {
  /** What they are about, as part of the query's key. */
  about: string;
  read: () => Promise<StaffNote[]>;
  /** null: this person only reads. */
  add: ((text: string) => Promise<StaffNote[]>) | null;
}

const REFRESH_MS = 15_000;

/** What staff wrote to one another about a thing, oldest first, and a field for more. Needs the texts of `staff-tasks`. */
export function Notes({ about, read, add }: NotesProps) {
  const { t } = useTranslation('staff-tasks');
  const queryKey = ['console-notes', about];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: read, refetchInterval: REFRESH_MS });
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} height={120} />;
  return (
    <div className={css.notes}>
      {data.length === 0 ? <p className={css.none}>{t('notes.none')}</p> : null}
      <ol className={css.list}>
        {data.map((note) => (
          <li key={note.id}>
            <p className={css.by}>
              <strong>{note.by}</strong> · {formatDateTimeShort(note.atMs)}
            </p>
            <p className={css.text}>{note.text}</p>
          </li>
        ))}
      </ol>
      {add ? <Composer queryKey={queryKey} add={add} /> : null}
    </div>
  );
}

interface ComposerProps {
  queryKey: readonly string[];
  add: (text: string) => Promise<StaffNote[]>;
}

function Composer({ queryKey, add }: ComposerProps) {
  const { t } = useTranslation('staff-tasks');
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const sending = useMutation({
    mutationFn: () => add(text.trim()),
    onSuccess: (notes) => {
      queries.setQueryData(queryKey, notes);
      setText('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') sending.mutate();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        label={t('notes.label')}
        hint={t('notes.hint')}
        rows={3}
        maxLength={NOTE_LETTERS.max}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FormError error={sending.error} />
      <Button type="submit" loading={sending.isPending}>
        {t('notes.add')}
      </Button>
    </form>
  );
}
