import { useTranslation } from 'react-i18next';
import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';
import { SignerProblem } from '#client/lib/e-imzo/browser-signer.ts';
import { useErrorText } from '#client/ui/error-state.tsx';

/** Not accepted by the server. */
export interface Refused {
  refused: SignatureRefusal;
}

/** The sentence for what prevented a document from being signed. */
export function useProblemText(): (problem: unknown) => string {
  const { t } = useTranslation('e-signature');
  const errorText = useErrorText();
  return (problem) => {
    if (problem instanceof SignerProblem) return t(`trouble.${problem.trouble}`);
    const refused = (problem as Partial<Refused> | null)?.refused;
    return refused ? t(`refusal.${refused}`) : errorText(problem);
  };
}
