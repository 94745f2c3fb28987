import { Mail, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { tashkentParts } from '#shared/time/tashkent.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { paths } from '#client/lib/paths.ts';
import { Logo } from '#client/ui/logo.tsx';
import { FooterSection } from './footer-section.tsx';
import { helpLinks, interactiveLinks, LOTS_NOW } from './nav-items.ts';
import { PaymentProviders } from './payment-providers.tsx';
import { phoneLabel } from './phone-label.ts';
import { SocialLinks } from './social-links.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { Visitors } from './visitors.tsx';
import css from './footer.module.css';

const SECTIONS = () => [
  { name: 'lots', to: LOTS_NOW },
  { name: 'categories', to: paths.categories() },
  { name: 'app', to: paths.appLink() },
  { name: 'contact', to: paths.contact() },
  { name: 'selling', to: paths.selling() },
  { name: 'status', to: '/status' },
];

/** What the platform is, where to go, whom to call, who visits, who takes payments. Sections fold on small windows. */
export function Footer() {
  const { t } = useTranslation('layout');
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.about}>
          <p className={css.logo}>
            <Logo size={30} /> Savdo
          </p>
          <p>{t('footer.about')}</p>
          <ThemeSwitch className={css.theme} size={16} />
        </div>
        <FooterSection title={t('footer.go')} links={SECTIONS()} />
        <FooterSection title={t('nav.help.title')} links={helpLinks()} />
        <FooterSection title={t('nav.interactive.title')} links={interactiveLinks()} />
        <Contacts />
        <Visitors />
      </div>
      <PaymentProviders />
      <p className={css.copyright}>
        © {tashkentParts(nowMs()).year} Savdo. {t('footer.rights')}
      </p>
    </footer>
  );
}

/** How to reach the operator and when; social pages. */
function Contacts() {
  const { t } = useTranslation('layout');
  const info = useSiteInfo();
  const day = (number: number) => t(`days.${number}`);
  return (
    <FooterSection title={t('footer.contact')}>
      {info ? (
        <ul>
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
          <li>
            {t('footer.hours', {
              from: day(info.hours.fromDay),
              to: day(info.hours.toDay),
              opens: info.hours.opens,
              closes: info.hours.closes,
            })}
          </li>
          <li>
            <SocialLinks social={info.social} />
          </li>
        </ul>
      ) : null}
    </FooterSection>
  );
}
