import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { StatementPreview } from '#shared/api/console/bank-statements.ts';
import { saveFile } from '#client/lib/download.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { refusedRowsOf, type ChosenStatement } from './send-statement.ts';
import css from './console-statements.module.css';

/** Rows of a file that are not taken, with their reasons, and all of them as a file. */
export function RefusedRowsList({
  refused,
  chosen,
}: {
  refused: StatementPreview['refused'];
  chosen: ChosenStatement;
}) {
  const { t } = useTranslation('console-statements');
  const save = useMutation({
    mutationFn: () => refusedRowsOf(chosen),
    onSuccess: ({ fileName, csv }) => saveFile(fileName, [csv]),
  });
  return (
    <section>
      <h3>{t('preview.refused')}</h3>
      <ul className={css.refused}>
        {refused.map(({ row, reason, text }) => (
          <li key={row}>
            {t('row', { row })}: {t(`refusal.${reason}`)}
            <code>{text}</code>
          </li>
        ))}
      </ul>
      <Button variant="default" size="md" loading={save.isPending} onClick={() => save.mutate()}>
        {t('preview.refusedFile')}
      </Button>
      <FormError error={save.error} />
    </section>
  );
}
