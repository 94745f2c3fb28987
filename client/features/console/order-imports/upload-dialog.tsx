import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { uploadOrderImport } from '#shared/api/cabinet/order-imports.ts';
import { ORDER_IMPORT_LIMITS } from '#shared/limits/order-imports.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Form } from '#client/ui/form.tsx';
import { FileChoice } from './file-choice.tsx';
import { OrganisationChoice, type Organisation } from './organisation-choice.tsx';
import { useSending } from './use-sending.ts';
import form from '#client/ui/form.module.css';

const MB = 1024 * 1024;
const NEEDED = 'number, category, start_price';

/** A file of lots and the organisation whose orders its rows become. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console-order-imports');
  const { t: ui } = useTranslation('ui');
  const navigate = useNavigate();
  const [organisation, setOrganisation] = useState<Organisation | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const { send, percent } = useSending();
  const upload = useMutation({
    mutationFn: async () => {
      const query = new URLSearchParams({ personId: organisation!.id });
      return (await send(`${uploadOrderImport.path}?${query.toString()}`, file!)) as { importId: number };
    },
    onSuccess: ({ importId }) => void navigate(paths.orderImport(importId)),
  });
  return (
    <Dialog title={t('dialog.title')} wide onClose={onClose}>
      <Form className={form.form} onSubmit={() => upload.mutate()}>
        <p>
          {t('dialog.text', {
            size: ORDER_IMPORT_LIMITS.fileBytes / MB,
            rows: ORDER_IMPORT_LIMITS.rows,
            columns: NEEDED,
          })}
        </p>
        <OrganisationChoice
          chosen={organisation}
          onChoose={setOrganisation}
          problem={!organisation ? t('dialog.chooseWho') : null}
        />
        <FileChoice
          accept=".csv,.txt,.xlsx,text/csv,text/plain"
          file={file}
          percent={percent}
          problem={!file ? t('dialog.chooseFile') : null}
          onChoose={setFile}
        />
        <FormError error={upload.error} />
        <div className={form.actions}>
          <Button variant="default" size="md" onClick={onClose}>
            {ui('action.cancel')}
          </Button>
          <Button type="submit" size="md" loading={upload.isPending}>
            {t('dialog.send')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
