import type { Variables } from './variables.ts';

const NETWORKS = ['telegram', 'facebook', 'instagram', 'youtube'] as const;

/** Where the operator is found outside this site. */
export interface SiteLinks {
  /** Those given, in a fixed order. */
  social: { network: (typeof NETWORKS)[number]; url: string }[];
  newsUrl: string | null;
  appStoreUrl: string | null;
  playStoreUrl: string | null;
}

export function siteLinksOf(v: Variables): SiteLinks {
  const pages = {
    telegram: v.TELEGRAM_URL,
    facebook: v.FACEBOOK_URL,
    instagram: v.INSTAGRAM_URL,
    youtube: v.YOUTUBE_URL,
  };
  return {
    social: NETWORKS.flatMap((network) => {
      const url = pages[network];
      return url === undefined ? [] : [{ network, url }];
    }),
    newsUrl: v.NEWS_URL ?? null,
    appStoreUrl: v.APP_STORE_URL ?? null,
    playStoreUrl: v.PLAY_STORE_URL ?? null,
  };
}
