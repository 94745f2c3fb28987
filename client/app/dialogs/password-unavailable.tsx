import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import css from './dialogs.module.css';

/** Why the password cannot be changed here and now, and where it can. */
export type Stop =
  | { kind: 'sign-in-again'; url: string }
  /** Managed by an outside provider; null when it named no page of its own. */
  | { kind: 'elsewhere'; url: string | null }
  /** The page came over plain http: a browser does not hash there. */
  | { kind: 'insecure' };

export function PasswordUnavailable({ stop, onClose }: { stop: Stop; onClose: () => void }) {
  const { t } = useTranslation('account');
  const outside = stop.kind === 'elsewhere';
  const url = stop.kind === 'insecure' ? null : stop.url;
  return (
    <>
      <p role="status">{t(`password.stop.${stop.kind}`)}</p>
      <div className={css.actions}>
        <Button variant="default" size="md" onClick={onClose}>
          {t('ui:action.close')}
        </Button>
        {url ? (
          <ButtonAnchor
            size="md"
            href={url}
            data-autofocus
            {...(outside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          >
            {t(outside ? 'password.openProvider' : 'password.signInAgain')}
          </ButtonAnchor>
        ) : null}
      </div>
    </>
  );
}
