import { ArrowRight, Download, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import css from './home.module.css';

/** Stores where there are such; otherwise the way to install the site itself as an app. */
export function AppDownload() {
  const { t } = useTranslation('home');
  const info = useSiteInfo();
  const stores = [
    { url: info?.appStoreUrl, label: t('app.store') },
    { url: info?.playStoreUrl, label: t('app.play') },
  ].filter((store): store is { url: string; label: string } => Boolean(store.url));
  return (
    <section className={css.app} aria-labelledby="app-download">
      <span className={css.phone} aria-hidden>
        <Smartphone size={72} strokeWidth={1} />
        <Logo size={30} />
      </span>
      <div>
        <h2 id="app-download">{t('app.title')}</h2>
        <p>{t('app.text')}</p>
      </div>
      <div className={css.stores}>
        {stores.length > 0 ? (
          <>
            {stores.map(({ url, label }) => (
              <a key={url} href={url} target="_blank" rel="noopener noreferrer" className={css.store}>
                <Download size={18} aria-hidden />
                {label}
              </a>
            ))}
            <Link to={paths.appLink()} className={css.how}>
              {t('app.how')} <ArrowRight size={18} aria-hidden />
            </Link>
          </>
        ) : (
          <ButtonLink to={paths.appLink()} size="md" leftSection={<Download size={18} aria-hidden />}>
            {t('app.install')}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
