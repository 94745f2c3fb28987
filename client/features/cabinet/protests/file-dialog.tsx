import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileProtest } from '#shared/api/cabinet/protests.ts';
import { PROTEST_ANSWER_DAYS, PROTEST_FILES_MAX, PROTEST_TEXT } from '#shared/limits/protests.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useRefreshProtests } from './protest-queries.ts';
import css from './protests.module.css';

/** What a protest sets off, and its reasons. Files are added to it once it is filed. */
export function FileDialog({ lotId, onClose }: { lotId: number; onClose: () => void }) {
  const { t } = useTranslation('protests');
  const refresh = useRefreshProtests();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const written = text.trim();
  const short = written.length < PROTEST_TEXT.min;
  const file = useMutation({
    mutationFn: () => call(fileProtest, { body: { lotId, text: written } }),
    onSuccess: (answer) => {
      if (answer.verdict === 'refused') return;
      notify('success', t('filed'));
      onClose();
    },
    // Whether it was filed is not known without an answer.
    onSettled: () => void refresh(),
  });
  const refused = file.data?.verdict === 'refused' ? t(`refused.${file.data.reason}`) : null;
  return (
    <FormDialog
      title={t('fileTitle', { number: lotId })}
      confirm={t('file')}
      busy={file.isPending}
      error={refused ?? file.error}
      onSubmit={() => {
        setTried(true);
        if (!short) file.mutate();
      }}
      onClose={onClose}
    >
      <ul className={css.effects}>
        <li>{t('effect.stops')}</li>
        <li>{t('effect.answer', { count: PROTEST_ANSWER_DAYS })}</li>
        <li>{t('effect.once')}</li>
        <li>{t('effect.files', { count: PROTEST_FILES_MAX })}</li>
      </ul>
      <TextField
        label={t('reasons')}
        hint={t('letters', { count: written.length, most: PROTEST_TEXT.max })}
        error={tried && short ? t('short', { count: PROTEST_TEXT.min }) : null}
        maxLength={PROTEST_TEXT.max}
        rows={6}
        value={text}
        data-autofocus
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
