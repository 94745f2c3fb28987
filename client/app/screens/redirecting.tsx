import { CircleCheck, LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { parseOwnPath } from '#shared/validation/own-path.ts';
import { currentPath, loginUrl, paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import css from '../screen-frame.module.css';

const PaymentResult = lazyScreen(
  () => import('#client/features/cabinet/payments/payment-result.tsx'),
  ['payments'],
);

const REASONS = ['unknown-state', 'provider-refused', 'invalid-answer', 'disabled', 'cancelled'];

/**
 * /redirecting: where payments come back to, and where a sign-in that did not succeed lands. Says how it went, and leads
 * back to where the person came from. Signing in again in a tab of its own ends here too.
 */
export default function Redirecting() {
  const { t } = useTranslation('redirecting');
  const [query] = useSearchParams();
  const back = parseOwnPath(query.get('return') ?? '') ?? paths.home();
  const reason = query.get('sign-in');
  const payment = Number(query.get('payment'));
  const signedIn = useSession((state) => state.user !== null);
  if (Number.isSafeInteger(payment) && payment > 0)
    return signedIn ? <PaymentResult paymentId={payment} /> : <ToSignIn />;
  if (query.get('signed-in') === 'again')
    return (
      <main className={css.failed}>
        <EmptyState page icon={CircleCheck} title={t('signedIn.title')} text={t('signedIn.text')}>
          <ButtonLink to={paths.home()} variant="default">
            {t('signedIn.home')}
          </ButtonLink>
        </EmptyState>
      </main>
    );
  if (reason === null) return <Navigate to={back} replace />;
  return (
    <main className={css.failed}>
      <EmptyState
        page
        icon={LogIn}
        title={t('title')}
        text={t(`reason.${REASONS.includes(reason) ? reason : 'invalid-answer'}`)}
      >
        {reason === 'disabled' ? null : <ButtonAnchor href={loginUrl(back)}>{t('again')}</ButtonAnchor>}
        <ButtonLink to={back} variant="default">
          {t('back')}
        </ButtonLink>
      </EmptyState>
    </main>
  );
}

/** The session ended while the person was paying elsewhere: signs in and comes back here. */
function ToSignIn() {
  useEffect(() => window.location.replace(loginUrl(currentPath())), []);
  return null;
}
