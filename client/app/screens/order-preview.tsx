import { FileSearch } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentPath, loginUrl, paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { SellingSection } from '#client/features/selling/selling-section.tsx';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PlainBar } from '../layout/plain-bar.tsx';
import css from '../screen-frame.module.css';

/**
 * /order-preview/{id}, outside the layout: an order as its card will be, for its customer alone. Nobody has an order
 * that could be shown, so everyone is told so: a visitor with the way to sign in and return here.
 */
export default function OrderPreview() {
  const { t } = useTranslation(['selling', 'ui']);
  const signedIn = useSession((state) => state.user !== null);
  useEffect(() => {
    document.title = `${t('preview.title')} · Savdo`;
  }, [t]);
  return (
    <>
      <PlainBar />
      <main className={css.failed}>
        <EmptyState
          page
          icon={FileSearch}
          title={t('preview.title')}
          text={t(signedIn ? 'preview.own' : 'preview.visitor')}
        >
          {signedIn ? null : (
            <ButtonAnchor href={loginUrl(currentPath())}>{t('ui:action.signIn')}</ButtonAnchor>
          )}
          <ButtonLink to={paths.home()} variant={signedIn ? 'filled' : 'default'}>
            {t('ui:action.home')}
          </ButtonLink>
        </EmptyState>
        <SellingSection />
      </main>
    </>
  );
}
