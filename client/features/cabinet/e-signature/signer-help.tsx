import { KeyRound, MonitorDown, ShieldOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SignerTrouble } from '#client/lib/e-imzo/browser-signer.ts';
import { Button } from '#client/ui/button.tsx';
import css from './e-signature.module.css';

/** Where the state hands out the application, and keys. */
const APPLICATION_SITE = 'e-imzo.soliq.uz';
const KEYS_SITE = 'my.gov.uz';

interface SignerHelpProps {
  what: SignerTrouble | 'no-keys' | 'not-configured';
  onRetry: () => void;
}

/** What to do when there is nothing to sign with: install the application, plug a key in, ask support. */
export function SignerHelp({ what, onRetry }: SignerHelpProps) {
  const { t } = useTranslation('e-signature');
  const install = what === 'not-installed' || what === 'too-old';
  const Icon = install ? MonitorDown : what === 'no-keys' ? KeyRound : ShieldOff;
  const again = (
    <Button size="md" onClick={onRetry}>
      {t('sign.again')}
    </Button>
  );
  if (what === 'not-configured' || what === 'no-keys') {
    const key = what === 'no-keys' ? 'noKeys' : 'notConfigured';
    return (
      <div className={css.help}>
        <Icon size={40} strokeWidth={1.5} aria-hidden />
        <h3>{t(`sign.${key}`)}</h3>
        <p>{t(`sign.${key}Text`, { site: KEYS_SITE })}</p>
        {what === 'no-keys' ? again : null}
      </div>
    );
  }
  return (
    <div className={css.help} role="alert">
      <Icon size={40} strokeWidth={1.5} aria-hidden />
      <h3>{install ? t('sign.install') : t('sign.refused')}</h3>
      <p>{t(`trouble.${what}`)}</p>
      {install ? (
        <ol>
          {(['download', 'start', 'key'] as const).map((step) => (
            <li key={step}>{t(`sign.installSteps.${step}`, { site: APPLICATION_SITE })}</li>
          ))}
        </ol>
      ) : null}
      {install ? <p className={css.onPhone}>{t('sign.phoneNote')}</p> : null}
      {again}
    </div>
  );
}
