import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importBanks, previewBanks, type BankPreview } from '#shared/api/console/console-reference.ts';
import { sendFile } from '#client/lib/upload/send-file.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { notify } from '#client/ui/toasts.tsx';
import form from '#client/ui/form.module.css';
import layout from '#client/ui/layout.module.css';
import css from './console-reference.module.css';

const untouched = { signal: new AbortController().signal, onProgress: () => undefined };
/** Lines shown of each kind; the counts are of all. */
const SHOWN = 10;

const look = async (file: File) => (await sendFile(previewBanks.path, file, untouched)) as BankPreview;
const take = async (file: File, mark: string) =>
  (await sendFile(`${importBanks.path}?mark=${mark}`, file, untouched)) as {
    added: number;
    renamed: number;
    ended: number;
  };

/** A file of the directory: first what it would change and which rows are refused, then taking it over. */
export function BanksImport({ onClose, onChange }: { onClose: () => void; onChange: () => void }) {
  const { t } = useTranslation('console-reference');
  const { t: ui } = useTranslation('ui');
  const queries = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const looking = useMutation({ mutationFn: look });
  const preview = looking.data;
  const taking = useMutation({
    mutationFn: () => take(file!, preview!.mark),
    onSuccess: ({ added, renamed, ended }) => {
      notify('success', t('bank.done', { added, renamed, ended }));
      onChange();
      for (const name of ['banks', 'console-reference-history'])
        void queries.invalidateQueries({ queryKey: [name] });
      onClose();
    },
  });
  const choose = (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    // The same file can be chosen again.
    input.value = '';
    if (!chosen) return;
    setFile(chosen);
    taking.reset();
    looking.mutate(chosen);
  };
  const nothing = preview ? preview.added.count + preview.renamed.count + preview.ended.count === 0 : false;
  return (
    <Dialog title={t('bank.import')} wide onClose={onClose}>
      <form
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          taking.mutate();
        }}
      >
        <p>{t('bank.choose')}</p>
        <div className={layout.row2}>
          <Button
            variant={preview ? 'default' : 'filled'}
            size="md"
            loading={looking.isPending}
            data-autofocus
            onClick={() => chooser.current?.click()}
          >
            {t(file ? 'bank.other' : 'bank.file')}
          </Button>
          <span>{file?.name}</span>
        </div>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".csv,.txt,.xlsx,text/csv,text/plain"
          data-testid="choose-banks"
          onChange={({ currentTarget }) => choose(currentTarget)}
        />
        {preview && !looking.isPending ? <Preview preview={preview} /> : null}
        {nothing ? <p role="status">{t('bank.nothing')}</p> : null}
        <FormError error={looking.error ?? taking.error} />
        <div className={form.actions}>
          <Button variant="default" size="md" onClick={onClose}>
            {ui('action.cancel')}
          </Button>
          <Button
            type="submit"
            size="md"
            disabled={!preview || nothing || looking.isPending}
            loading={taking.isPending}
          >
            {t('bank.take')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Preview({ preview }: { preview: BankPreview }) {
  const { t } = useTranslation('console-reference');
  const { added, renamed, ended, refused, rows, unchanged } = preview;
  const parts = [
    { name: 'added', count: added.count, lines: added.first.map(({ mfo, name }) => `${mfo ?? '—'} ${name}`) },
    {
      name: 'renamed',
      count: renamed.count,
      lines: renamed.first.map(({ mfo, name, before }) => `${mfo ?? '—'} ${before} → ${name}`),
    },
    { name: 'ended', count: ended.count, lines: ended.first.map(({ mfo, name }) => `${mfo ?? '—'} ${name}`) },
    {
      name: 'refused',
      count: refused.count,
      lines: refused.first.map(
        ({ row, reason, text }) => `${t('bank.row', { row })}: ${t(`bank.refusal.${reason}`)}. ${text}`,
      ),
    },
  ] as const;
  return (
    <div className={css.part}>
      <p>{t('bank.rows', { rows, unchanged })}</p>
      {parts.map(({ name, count, lines }) =>
        count === 0 ? null : (
          <section key={name}>
            <h3>{t(`bank.${name}Count`, { count })}</h3>
            <ul className={css.changes}>
              {lines.slice(0, SHOWN).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  );
}
