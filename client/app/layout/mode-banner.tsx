import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSiteInfo } from '#client/lib/site-info.ts';
import css from './mode-banner.module.css';

/**
 * Says that the site runs in test mode, that outside systems are pretended where they are, and warns when other machines
 * can open such a site; one line on a phone.
 */
export function ModeBanner() {
  const { t } = useTranslation('layout');
  const info = useSiteInfo();
  if (!info || !(info.testMode || info.twins)) return null;
  const mode = info.openToNetwork ? 'open' : info.twins ? 'twins' : 'test';
  return (
    <div className={css.modeBanner} role="note">
      <TriangleAlert size={16} aria-hidden />
      <p className={css.modeLong}>{t(`mode.${mode}`)}</p>
      <p className={css.modeShort}>{t(`mode.${mode}Short`)}</p>
    </div>
  );
}
