import { describeSite } from './site.service.ts';
import type { Config } from '#server/platform/config/index.ts';

/** An invented place, where everything else is pretended too. */
const DEMO_OFFICE = {
  uz: 'Toshkent shahri, Mirzo Ulugʻbek tumani, Namuna koʻchasi, 1-uy',
  ru: 'г. Ташкент, Мирзо-Улугбекский район, ул. Намуна, дом 1',
  en: '1 Namuna Street, Mirzo Ulugbek District, Tashkent',
  place: { latitude: 41.32583, longitude: 69.33478 },
};

/** What every page says about this installation. */
export const siteFactsOf = (config: Config) =>
  describeSite({
    supportPhone: config.supportPhone,
    supportEmail: config.supportEmail,
    testMode: config.sandboxesAllowed,
    twins: config.sandboxesAllowed,
    openToNetwork: config.reach.standInsExposed,
    demo: config.demo,
    loadTestsAllowed: config.loadTestsAllowed,
    ...config.siteLinks,
    ...(config.sandboxesAllowed ? { office: config.siteLinks.office ?? DEMO_OFFICE } : {}),
  });
