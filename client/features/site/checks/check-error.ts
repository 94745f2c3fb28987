import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api-error.ts';
import { PROOF_FAILED } from '#client/lib/proof-of-work.ts';
import { useErrorText } from '#client/ui/error-state.tsx';

/** The sentence for a failed look-up; the computation that failed on this device has one of its own. */
export function useCheckError(): (error: unknown) => string {
  const { t } = useTranslation('checks');
  const errorText = useErrorText();
  return (error) =>
    error instanceof ApiError && error.code === PROOF_FAILED ? t('proofFailed') : errorText(error);
}
