import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { factorUrl } from '#client/lib/sign-in-again.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import css from '../screen-frame.module.css';

/** Staff who signed in with the password alone: their rights wait for a second factor. */
export function ShowFactor({ returnTo }: { returnTo: string }) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.failed}>
      <EmptyState page icon={ShieldCheck} title={t('factor.title')} text={t('factor.text')}>
        <ButtonAnchor size="md" href={factorUrl(returnTo)}>
          {t('factor.go')}
        </ButtonAnchor>
      </EmptyState>
    </div>
  );
}
