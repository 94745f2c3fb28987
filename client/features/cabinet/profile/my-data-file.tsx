import { useMutation } from '@tanstack/react-query';
import { FileJson } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { myDataFile } from '#shared/api/cabinet/personal-data.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { Card } from './card.tsx';
import css from './profile.module.css';
import { SignInAgain } from './sign-in-again.tsx';

/** Part of the page, to which the browser comes back after the password was typed again. */
const PART = 'my-file';

/** Everything that is stored about the person, as one file; the password is asked for once more where it was typed long ago. */
export function MyDataFile() {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [again, setAgain] = useState(false);
  const taking = useMutation({
    mutationFn: async () => {
      const { download } = await import('#client/lib/download.ts');
      await download(myDataFile.path, { onBytes: () => undefined, signal: new AbortController().signal });
    },
    onSuccess: () => notify('success', t('file.done')),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'sign-in-again') setAgain(true);
      else notify('error', errorText(error));
    },
  });
  return (
    <Card id={PART} title={t('file.title')} lead={t('file.lead')}>
      {again ? (
        <SignInAgain text={t('file.again')} place={`#${PART}`} />
      ) : (
        <div className={css.buttons}>
          <Button
            variant="default"
            leftSection={<FileJson size={16} aria-hidden />}
            loading={taking.isPending}
            onClick={() => taking.mutate()}
          >
            {t('file.take')}
          </Button>
        </div>
      )}
    </Card>
  );
}
