import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api-error.ts';
import { renewUrl } from '#client/lib/paths.ts';
import { beginSessionRenewal, SIGNED_IN_AGAIN } from '#client/lib/sign-in-again.ts';
import { ButtonAnchor } from './button-link.tsx';

/** The call asks for a password typed just now. */
export const isSignInNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'sign-in-again';

/**
 * The way to the sign-in site, where a decision asks for a password typed just now. It opens another tab, so that nothing
 * typed here is lost; afterwards the person presses the same button again.
 */
export function SignInFirst({ error }: { error: unknown }) {
  const { t } = useTranslation('ui');
  if (!isSignInNeeded(error)) return null;
  return (
    <p>
      <ButtonAnchor
        href={renewUrl(SIGNED_IN_AGAIN)}
        target="_blank"
        rel="noopener"
        rightSection={<ExternalLink size={18} aria-hidden />}
        onClick={beginSessionRenewal}
      >
        {t('action.signIn')}
      </ButtonAnchor>
    </p>
  );
}
