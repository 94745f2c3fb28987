import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api-error.ts';
import { Form } from '#client/ui/form.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { SignInFirst } from '#client/ui/sign-in-first.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { EncodingChoice } from './encoding-choice.tsx';
import { Preview } from './preview.tsx';
import { lookAtStatement, takeStatement, type ChosenStatement } from './send-statement.ts';
import form from '#client/ui/form.module.css';
import css from './console-statements.module.css';

const REASON_MIN = 3;
const REASON_MAX = 500;

/** A file of the bank: first what it would add and what it is at odds with, then taking it over. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console-statements');
  const { t: ui } = useTranslation('ui');
  const queries = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenStatement | null>(null);
  const [reason, setReason] = useState('');
  const look = useMutation({ mutationFn: lookAtStatement });
  const preview = look.data;
  const take = useMutation({
    mutationFn: () => takeStatement(chosen!, { mark: preview!.mark, reason: reason.trim() }),
    onSuccess: ({ added, known }) => {
      notify('success', t('preview.done', { added, known }));
      for (const name of ['console-bank-lines', 'console-bank-statements', 'console-bank-days'])
        void queries.invalidateQueries({ queryKey: [name] });
      onClose();
    },
  });
  const lookAt = (next: ChosenStatement) => {
    setChosen(next);
    take.reset();
    look.mutate(next);
  };
  const choose = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    // The same file can be chosen again.
    input.value = '';
    if (file) lookAt({ file, encoding: null });
  };
  const asksEncoding =
    (chosen?.encoding ?? null) !== null ||
    (look.error instanceof ApiError && look.error.code === 'statements.encoding');
  const differences = preview?.differences ?? [];
  const forbidden = differences.some(({ forbids }) => forbids);
  const needsReason = differences.length > 0 && !forbidden;
  const problem =
    needsReason && reason.trim().length < REASON_MIN ? t('dialog.reasonShort', { count: REASON_MIN }) : null;
  return (
    <Dialog title={t('preview.title')} wide onClose={onClose}>
      <Form className={form.form} onSubmit={() => take.mutate()}>
        <p>{t('preview.choose')}</p>
        <div className={css.chosen}>
          <Button
            variant={preview ? 'default' : 'filled'}
            size="md"
            loading={look.isPending}
            data-autofocus
            onClick={() => chooser.current?.click()}
          >
            {t(chosen ? 'preview.other' : 'preview.button')}
          </Button>
          <span>{look.isPending ? t('preview.reading') : (chosen?.file.name ?? t('preview.look'))}</span>
        </div>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".csv,.txt,.xlsx,.xml,.sta,.mt940,.940,text/csv,text/plain"
          data-testid="choose-statement"
          onChange={({ currentTarget }) => choose(currentTarget)}
        />
        {chosen && asksEncoding ? (
          <EncodingChoice
            chosen={chosen.encoding}
            onChoose={(encoding) => lookAt({ file: chosen.file, encoding })}
          />
        ) : null}
        {preview && chosen ? <Preview preview={preview} chosen={chosen} /> : null}
        {needsReason ? (
          <TextField
            label={t('preview.reason')}
            maxLength={REASON_MAX}
            value={reason}
            problem={problem}
            onChange={({ target }) => setReason(target.value)}
          />
        ) : null}
        <FormError error={look.error ?? take.error} />
        <SignInFirst error={look.error ?? take.error} />
        <div className={form.actions}>
          <Button variant="default" size="md" onClick={onClose}>
            {ui('action.cancel')}
          </Button>
          <Button type="submit" size="md" disabled={!preview || forbidden} loading={take.isPending}>
            {t('preview.take')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
