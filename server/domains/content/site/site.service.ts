import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';
import type { SiteFacts, SiteInfo } from '#shared/api/site/site.ts';

export interface SiteSettings {
  supportPhone: string;
  supportEmail: string;
  testMode: boolean;
  twins: boolean;
  openToNetwork: boolean;
  demo: boolean;
  social: SiteInfo['social'];
  /** Address in the languages it was given in, and its coordinates. */
  office: (Record<'uz' | 'ru' | 'en', string> & Pick<NonNullable<SiteInfo['office']>, 'place'>) | null;
  newsUrl: string | null;
  appStoreUrl: string | null;
  playStoreUrl: string | null;
  mapTiles: SiteInfo['mapTiles'];
  loadTestsAllowed: boolean;
}

const PICKER: Language[] = ['uz', 'ru'];
/** Monday to Friday. */
const HOURS = { fromDay: 1, toDay: 5, opens: '09:00', closes: '18:00' };

function officeOf({
  uz,
  ru,
  en,
  place,
}: NonNullable<SiteSettings['office']>): NonNullable<SiteInfo['office']> {
  return { address: { uz, ru, 'uz-Cyrl': toCyrillic(uz), en }, place };
}

/** Facts about this installation for every page. */
export function describeSite(settings: SiteSettings): SiteFacts {
  return {
    supportPhone: settings.supportPhone,
    supportEmail: settings.supportEmail,
    hours: HOURS,
    social: settings.social,
    testMode: settings.testMode,
    twins: settings.twins,
    openToNetwork: settings.openToNetwork,
    demo: settings.demo,
    languages: [...LANGUAGES],
    pickerLanguages: PICKER,
    office: settings.office && officeOf(settings.office),
    newsUrl: settings.newsUrl,
    appStoreUrl: settings.appStoreUrl,
    playStoreUrl: settings.playStoreUrl,
    mapTiles: settings.mapTiles,
    loadTestsAllowed: settings.loadTestsAllowed,
  };
}
