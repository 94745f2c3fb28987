import { useQuery } from '@tanstack/react-query';
import { Mail, Moon, Phone, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { visitors } from '#shared/api/site.ts';
import { tashkentParts } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { setColorTheme, useColorTheme } from '#client/lib/color-theme.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { Logo } from '#client/ui/logo.tsx';
import { phoneLabel } from './phone-label.ts';
import css from './layout.module.css';

/** What the platform is, where to go, whom to call, how many visit. */
export function Footer() {
  const { t } = useTranslation('layout');
  const info = useSiteInfo();
  const theme = useColorTheme((state) => state.theme);
  return (
    <footer className={css.footer}>
      <div className={css.footerInner}>
        <div className={css.footerAbout}>
          <p className={css.footerLogo}>
            <Logo size={30} /> Savdo
          </p>
          <p>{t('footer.about')}</p>
          <button
            type="button"
            className={css.themeButton}
            onClick={() => setColorTheme(theme === 'light' ? 'dark' : 'light')}
          >
            {theme === 'light' ? <Moon size={16} aria-hidden /> : <Sun size={16} aria-hidden />}
            {t(theme === 'light' ? 'theme.dark' : 'theme.light')}
          </button>
        </div>
        <nav aria-labelledby="footer-go">
          <h2 id="footer-go">{t('footer.go')}</h2>
          <ul>
            <li>
              <Link to={paths.lotList()}>{t('nav.lots')}</Link>
            </li>
            <li>
              <Link to={paths.categories()}>{t('nav.categories')}</Link>
            </li>
            <li>
              <Link to={`${paths.home()}#manual`}>{t('nav.manual')}</Link>
            </li>
            <li>
              <Link to={`${paths.home()}#practice`}>{t('nav.practice')}</Link>
            </li>
          </ul>
        </nav>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact">{t('footer.contact')}</h2>
          <ul>
            {info ? (
              <>
                <li>
                  <a href={`tel:${info.supportPhone}`}>
                    <Phone size={16} aria-hidden />
                    {phoneLabel(info.supportPhone)}
                  </a>
                </li>
                <li>
                  <a href={`mailto:${info.supportEmail}`}>
                    <Mail size={16} aria-hidden />
                    {info.supportEmail}
                  </a>
                </li>
                <li>{t('footer.hours', { opens: info.hours.opens, closes: info.hours.closes })}</li>
              </>
            ) : null}
          </ul>
        </section>
        <Visitors />
      </div>
      <p className={css.copyright}>
        © {tashkentParts(nowMs()).year} Savdo. {t('footer.rights')}
      </p>
    </footer>
  );
}

/** A failure is silent, as specified: the counts are then left out. */
function Visitors() {
  const { t } = useTranslation('layout');
  const { data } = useQuery({ queryKey: ['visitors'], queryFn: () => call(visitors), staleTime: 5 * 60_000 });
  return (
    <section aria-labelledby="footer-visitors" className={css.visitors}>
      <h2 id="footer-visitors">{t('footer.visitors')}</h2>
      {data ? (
        <dl>
          <div>
            <dt>{t('footer.month')}</dt>
            <dd>{formatCount(data.month_count)}</dd>
          </div>
          <div>
            <dt>{t('footer.yesterday')}</dt>
            <dd>{formatCount(data.yesterday_count)}</dd>
          </div>
          <div>
            <dt>{t('footer.today')}</dt>
            <dd>{formatCount(data.today_count)}</dd>
          </div>
        </dl>
      ) : null}
    </section>
  );
}
