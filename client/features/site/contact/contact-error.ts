import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api-error.ts';
import { PROOF_FAILED } from '#client/lib/proof-of-work.ts';
import { useErrorText } from '#client/ui/error-state.tsx';

/** The sentence for a message that was not taken. Nothing typed is lost: the form stays as it is. */
export function useContactError(): (error: unknown) => string {
  const { t } = useTranslation('contact');
  const errorText = useErrorText();
  return (error) =>
    error instanceof ApiError && error.code === PROOF_FAILED
      ? t('form.proofFailed')
      : `${t('form.notSent')} ${errorText(error)}`;
}
