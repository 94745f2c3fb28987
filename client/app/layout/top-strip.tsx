import { Mail, Phone } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readServerDate } from '#client/lib/server-now.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { phoneLabel } from './phone-label.ts';
import { ServerTime } from './server-time.tsx';
import css from './layout.module.css';

/** A date that could not be read is asked for again this often. */
const ASK_AGAIN_MS = 15_000;

/** Server time, contacts, language: of wide windows. Phones have them in the drawer and in the bar. */
export function TopStrip() {
  const { t } = useTranslation('layout');
  const info = useSiteInfo();
  const errorText = useErrorText();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    // Shown once and retried until it comes; the strip shows this device's time meanwhile.
    const ask = (shown: boolean) =>
      readServerDate().catch((error: unknown) => {
        if (gone) return;
        if (!shown) notify('error', errorText(error));
        timer = setTimeout(() => void ask(true), ASK_AGAIN_MS);
      });
    void ask(false);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // Once per page: the offset holds, and rooms measure it more finely.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div className={css.strip}>
      <div className={css.stripInner}>
        <ServerTime />
        <div className={css.contacts}>
          {info ? (
            <>
              <a href={`mailto:${info.supportEmail}`}>
                <Mail size={16} aria-hidden />
                <span className="sr-only">{t('mail')} </span>
                {info.supportEmail}
              </a>
              <a href={`tel:${info.supportPhone}`}>
                <Phone size={16} aria-hidden />
                <span className="sr-only">{t('phone')} </span>
                {phoneLabel(info.supportPhone)}
              </a>
            </>
          ) : null}
        </div>
        <LanguagePicker />
      </div>
    </div>
  );
}
