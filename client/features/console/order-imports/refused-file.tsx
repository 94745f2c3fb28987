import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refusedOrderImportRows } from '#shared/api/cabinet/order-imports.ts';
import { call } from '#client/lib/api-client.ts';
import { saveFile } from '#client/lib/download.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import css from './order-imports.module.css';

/** The refused rows with their reasons as a file, to be mended and uploaded again. */
export function RefusedFile({ importId, count }: { importId: number; count: number }) {
  const { t } = useTranslation('console-order-imports');
  const save = useMutation({
    mutationFn: () => call(refusedOrderImportRows, { params: { importId } }),
    onSuccess: ({ fileName, csv }) => saveFile(fileName, [csv]),
  });
  return (
    <div className={css.chosen}>
      <Button variant="default" size="md" loading={save.isPending} onClick={() => save.mutate()}>
        {t('refusedFile')}
      </Button>
      <span>{t('refusedFileText', { count })}</span>
      <FormError error={save.error} />
    </div>
  );
}
