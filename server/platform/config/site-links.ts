import type { Variables } from './variables.ts';

const NETWORKS = ['telegram', 'facebook', 'instagram', 'youtube'] as const;

/** An office open to visitors. */
interface Office {
  uz: string;
  ru: string;
  en: string;
  /** Degrees; null when the location is not given. */
  place: { latitude: number; longitude: number } | null;
}

function officeOf(v: Variables): Office | null {
  const uz = v.OFFICE_ADDRESS;
  if (uz === undefined) return null;
  const [latitude, longitude] = v.OFFICE_PLACE?.split(',').map(Number) ?? [];
  return {
    uz,
    ru: v.OFFICE_ADDRESS_RU ?? uz,
    en: v.OFFICE_ADDRESS_EN ?? uz,
    place: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
  };
}

/** The operator's links outside this site. */
export interface SiteLinks {
  /** Those given, in a fixed order. */
  social: { network: (typeof NETWORKS)[number]; url: string }[];
  /** Null where no address is given. */
  office: Office | null;
  newsUrl: string | null;
  appStoreUrl: string | null;
  playStoreUrl: string | null;
  /** Map tiles and their attribution; null: maps are drawn locally. */
  mapTiles: { url: string; attribution: string } | null;
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
    office: officeOf(v),
    newsUrl: v.NEWS_URL ?? null,
    appStoreUrl: v.APP_STORE_URL ?? null,
    playStoreUrl: v.PLAY_STORE_URL ?? null,
    mapTiles:
      v.MAP_TILES_URL === undefined ? null : { url: v.MAP_TILES_URL, attribution: v.MAP_TILES_ATTRIBUTION },
  };
}
