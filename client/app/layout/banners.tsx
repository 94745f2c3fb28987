import { Info, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { SiteBanner } from '#shared/api/site/site.ts';
import type { BannerPlace } from '#shared/content/banners.ts';
import { leadsAway } from '#shared/content/safe-link.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import css from './banners.module.css';

const PATHS = {
  everywhere: /^/,
  home: /^\/(home)?$/,
  lots: /^\/(lot-list|lot-view|lot-result|categories)(\/|$)/,
  rooms: /^\/(game-view|rooms)(\/|$)/,
  cabinet: /^\/(profile|order-create|order-preview)(\/|$)/,
} as const satisfies Record<BannerPlace, RegExp>;
const SIGNS = { info: Info, warning: TriangleAlert } as const;
/** Closed in this load of the page, whichever screens are opened. */
const closed = new Set<string>();
const keyOf = ({ id, version }: SiteBanner) => `${id} ${version}`;

/** What staff announce on this page; each goes away until the page is loaded again, or it is changed. */
export function Banners({ banners }: { banners: readonly SiteBanner[] }) {
  const { t } = useTranslation('ui');
  const { pathname } = useLocation();
  const [, setCount] = useState(closed.size);
  const shown = banners.filter((banner) => PATHS[banner.place].test(pathname) && !closed.has(keyOf(banner)));
  return shown.map((banner) => {
    const Sign = SIGNS[banner.tone];
    return (
      <div key={banner.id} className={css.banner} data-tone={banner.tone} role="note">
        <Sign size={18} aria-hidden />
        <p>
          <Words banner={banner} />
        </p>
        <button
          type="button"
          aria-label={t('action.close')}
          onClick={() => {
            closed.add(keyOf(banner));
            setCount(closed.size);
          }}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
    );
  });
}

function Words({ banner: { words, link } }: { banner: SiteBanner }) {
  const localized = useLocalized();
  const text = localized(words);
  if (link === null) return text;
  return leadsAway(link) ? (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <Link to={link}>{text}</Link>
  );
}
