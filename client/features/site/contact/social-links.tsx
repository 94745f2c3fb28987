import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SiteInfo } from '#shared/api/site/site.ts';
import css from './contact.module.css';

/** The names are the networks' own and the same in every language. */
const NAMES: Record<SiteInfo['social'][number]['network'], string> = {
  telegram: 'Telegram',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
};

/** Where the platform writes; nothing where no address is set. */
export function SocialLinks({ social }: { social: SiteInfo['social'] }) {
  const { t } = useTranslation(['contact', 'layout']);
  if (social.length === 0) return null;
  return (
    <>
      <h3>{t('social')}</h3>
      <ul className={css.social}>
        {social.map(({ network, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer noopener">
              <span translate="no">{NAMES[network]}</span> <ExternalLink size={15} aria-hidden />
              <span className="sr-only">{t('layout:newTab')}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
