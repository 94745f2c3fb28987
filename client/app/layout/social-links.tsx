import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteInfo } from '#shared/api/site/site.ts';
import css from './footer.module.css';

type Network = SiteInfo['social'][number]['network'];

const NAMES: Record<Network, string> = {
  telegram: 'Telegram',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
};

/** Plain signs by which people know the networks. */
const SIGNS: Record<Network, ReactNode> = {
  telegram: <path d="M21 4 2.8 11.2l5.6 2L18 7l-7 7.6v5l3-3.6 4.2 3.2z" />,
  facebook: (
    <path d="M14.5 21v-8h3l.5-3.5h-3.5V7.4c0-1 .4-1.7 1.9-1.7H18V2.6C17.6 2.5 16.6 2.5 15.6 2.5c-2.7 0-4.3 1.6-4.3 4.5v2.5H8V13h3.3v8z" />
  ),
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" fill="none" stroke="currentColor" strokeWidth="2" />
      <circle cx="12" cy="12" r="4" fill="none" stroke="currentColor" strokeWidth="2" />
      <circle cx="17" cy="7" r="1.2" />
    </>
  ),
  youtube: (
    <path d="M4.5 5h15A2.5 2.5 0 0 1 22 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-15A2.5 2.5 0 0 1 2 16.5v-9A2.5 2.5 0 0 1 4.5 5zM10 8.5v7l6-3.5z" />
  ),
};

/** The operator's pages elsewhere. */
export function SocialLinks({ social }: { social: SiteInfo['social'] }) {
  const { t } = useTranslation('layout');
  if (social.length === 0) return null;
  return (
    <ul className={css.social}>
      {social.map(({ network, url }) => (
        <li key={network}>
          <a href={url} target="_blank" rel="noopener noreferrer" title={NAMES[network]}>
            <svg viewBox="0 0 24 24" width={20} height={20} fill="currentColor" aria-hidden focusable="false">
              {SIGNS[network]}
            </svg>
            <span className="sr-only">{`${NAMES[network]} ${t('newTab')}`}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
