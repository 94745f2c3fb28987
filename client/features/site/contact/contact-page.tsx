import { Clock3, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showPhone } from '#shared/validation/phone.ts';
import { useNow } from '#client/lib/server-now.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { PlaceMap } from '#client/ui/map/place-map.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { ContactForm } from './contact-form.tsx';
import { openingAt } from './opening-hours.ts';
import { SocialLinks } from './social-links.tsx';
import page from '#client/ui/page.module.css';
import css from './contact.module.css';

/** How to reach the operator: by phone, by mail, or by the form. @param children further sections */
export function ContactPage({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('contact');
  return (
    <div className={page.page}>
      <PageTitle>{t('title')}</PageTitle>
      <p className={page.lead}>{t('lead')}</p>
      <div className={css.columns}>
        <ContactForm />
        <Ways />
      </div>
      {children}
      <Office />
    </div>
  );
}

function Ways() {
  const { t } = useTranslation('contact');
  const info = useSiteInfo();
  if (!info) return <Skeleton height={280} radius={12} />;
  return (
    <aside className={css.ways} aria-labelledby="contact-ways">
      <h2 id="contact-ways">{t('ways')}</h2>
      <ul>
        <li>
          <Phone size={20} aria-hidden />
          <div>
            <span>{t('phone')}</span>
            <a href={`tel:${info.supportPhone}`}>{showPhone(info.supportPhone)}</a>
          </div>
        </li>
        <li>
          <Mail size={20} aria-hidden />
          <div>
            <span>{t('email')}</span>
            <a href={`mailto:${info.supportEmail}`}>{info.supportEmail}</a>
          </div>
        </li>
        <li>
          <Clock3 size={20} aria-hidden />
          <div>
            <span>{t('hours')}</span>
            <strong>
              {t('hoursText', {
                from: t(`day.${info.hours.fromDay}`),
                to: t(`day.${info.hours.toDay}`),
                opens: info.hours.opens,
                closes: info.hours.closes,
              })}
            </strong>
            <OpenNow hours={info.hours} />
          </div>
        </li>
      </ul>
      <SocialLinks social={info.social} />
    </aside>
  );
}

/** Where one may come, on a map of the country. */
function Office() {
  const { t } = useTranslation('contact');
  const localized = useLocalized();
  const office = useSiteInfo()?.office;
  if (!office) return null;
  const address = localized(office.address);
  return (
    <section className={css.office} aria-labelledby="contact-office">
      <div>
        <h2 id="contact-office">{t('office')}</h2>
        <p>
          <MapPin size={20} aria-hidden /> {address}
        </p>
        <p className={css.officeNote}>{t('officeNote')}</p>
      </div>
      {office.place ? <PlaceMap {...office.place} label={address} /> : null}
    </section>
  );
}

function OpenNow({ hours }: { hours: Parameters<typeof openingAt>[0] }) {
  const { t } = useTranslation('contact');
  const opening = openingAt(hours, useNow());
  return (
    <em className={css.openNow} data-open={opening.open}>
      {opening.open
        ? t('open', { until: opening.until })
        : opening.weekday === null
          ? t('opensToday', { at: opening.at })
          : t('opensOn', { day: t(`onDay.${opening.weekday}`), at: opening.at })}
    </em>
  );
}
