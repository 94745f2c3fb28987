import { z } from 'zod';
import { BANNER_PLACES, BANNER_TONES } from '../../content/banners.ts';
import { LANGUAGES, localizedTextSchema } from '../../i18n/localized.ts';
import { contract } from '../contract.ts';
import { captchaField } from './captcha.ts';
import { uuid } from '../fields.ts';
import { writtenLine, writtenText } from '../written-texts.ts';

/** Values `lang/:lang` accepts, in lower case, and the language each one means. */
export const LANGUAGE_PARAMETERS = { uz: 'uz', ru: 'ru', 'uz-cyrl': 'uz-Cyrl', en: 'en' } as const;

/** Server date and time in Asia/Tashkent (UTC+5), `DD.MM.YYYY HH:mm:ss`: a bare JSON string. */
export const serverDate = contract({
  name: 'site.date',
  refusals: {},
  method: 'get',
  path: '/api/shop/common/date',
  summary: 'Server date and time in Tashkent',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 240 },
  answer: z.string().regex(/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2}$/),
});

/** Remembers the language for this browser in a cookie; any other value is a 400. */
export const setLanguage = contract({
  name: 'site.set-language',
  refusals: {},
  method: 'post',
  path: '/api/shop/common/lang/:lang',
  summary: 'Choose the language of answers and messages',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 60 },
  params: z.object({ lang: z.enum(['uz', 'ru', 'uz-cyrl', 'en']) }),
  answer: z.object({ language: z.enum(LANGUAGES) }),
});

/** Unique visitors counted per day in Tashkent; month_count covers this month so far. */
export const visitors = contract({
  name: 'site.visitors',
  refusals: {},
  method: 'get',
  path: '/api/shop/common/get-visitors',
  summary: 'Unique visitors this month, yesterday and today',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 120 },
  answer: z.object({ month_count: z.int(), yesterday_count: z.int(), today_count: z.int() }),
});

/** An announcement of staff above the pages of a place. */
const siteBannerSchema = z.object({
  id: uuid,
  version: z.int(),
  words: localizedTextSchema,
  link: z.string().nullable(),
  tone: z.enum(BANNER_TONES),
  place: z.enum(BANNER_PLACES),
});
export type SiteBanner = z.infer<typeof siteBannerSchema>;

const siteInfoSchema = z.object({
  /** Digits with country code, as dialled: `+998712000000`. */
  supportPhone: z.string(),
  supportEmail: z.string(),
  /** Working hours of the support line, days 1 (Monday) – 7, local times. */
  hours: z.object({ fromDay: z.int(), toDay: z.int(), opens: z.string(), closes: z.string() }),
  social: z.array(
    z.object({ network: z.enum(['telegram', 'facebook', 'instagram', 'youtube']), url: z.string() }),
  ),
  /** The banner "the site works in test mode". */
  testMode: z.boolean(),
  /** Pretend outside systems (sign-in, messages, demo bots) are in use: the banner says so. */
  twins: z.boolean(),
  /** Stand-ins run and other machines can open them: every page warns of it. */
  openToNetwork: z.boolean(),
  /** True while demo lots and bots are part of this installation. */
  demo: z.boolean(),
  languages: z.array(z.enum(LANGUAGES)),
  /** Languages shown in the picker; the others are reached by `?lang=`. */
  pickerLanguages: z.array(z.enum(LANGUAGES)),
  /** Where people may come; null where there is no such place. */
  office: z
    .object({
      address: localizedTextSchema,
      place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    })
    .nullable(),
  newsUrl: z.string().nullable(),
  appStoreUrl: z.string().nullable(),
  playStoreUrl: z.string().nullable(),
  /** Pictures of streets for maps: address with {z}, {x} and {y}, and whom to name; null: maps are drawn by the page. */
  mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  /** Load tools on other machines may load this installation. */
  loadTestsAllowed: z.boolean(),
  /** Those of this moment, the newest first. */
  banners: z.array(siteBannerSchema),
});
export type SiteInfo = z.infer<typeof siteInfoSchema>;
/** What does not change while a process runs. */
export type SiteFacts = Omit<SiteInfo, 'banners'>;

export const siteInfo = contract({
  name: 'site.info',
  refusals: {},
  method: 'get',
  path: '/api/shop/site/info',
  summary: 'Support contacts, hours, social links, mode of the installation',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 120 },
  answer: siteInfoSchema,
});

const linkedLogoSchema = z.object({
  id: z.int(),
  name: z.string(),
  url: z.url(),
  /** Own path of the picture. */
  logo: z.string(),
});

/** Payment providers, as the footer shows them. */
export const paymentList = contract({
  name: 'site.payment-list',
  refusals: {},
  method: 'get',
  path: '/api/shop/common/get-payment-list',
  summary: 'Payment providers',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 120 },
  answer: z.array(linkedLogoSchema),
});

export const partners = contract({
  name: 'site.partners',
  refusals: {},
  method: 'get',
  path: '/api/shop/site/partners',
  summary: 'Partners shown on the first page',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 120 },
  answer: z.array(linkedLogoSchema.extend({ name: localizedTextSchema })),
});

/** Lengths a message to the operator may have. */
export const CONTACT_LIMITS = { name: 100, message: 4_000, email: 254 } as const;

/** A message to the operator; stored, and forwarded by e-mail where mail is configured. */
export const contactOperator = contract({
  name: 'site.contact',
  refusals: { 422: ['captcha-expired', 'captcha-used', 'captcha-wrong', 'contact.request-reused'] },
  method: 'post',
  path: '/api/shop/site/contact',
  summary: 'Write to the operator',
  tag: 'site',
  access: 'public',
  rateLimit: { perMinute: 5 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({
    name: writtenLine(1, CONTACT_LIMITS.name),
    email: z.email().max(CONTACT_LIMITS.email).nullable(),
    /** With country code: `+998901234567`. One of e-mail and phone is needed. */
    phone: z
      .string()
      .regex(/^\+\d{9,15}$/)
      .nullable(),
    /** An id of the list `contact-subjects`. */
    subject: z.string().min(1).max(50),
    message: writtenText(10, CONTACT_LIMITS.message),
    /** Same id, same message: a repeat is answered with the first number. */
    requestId: uuid,
    captcha: captchaField,
  }),
  answer: z.object({ number: z.int() }),
});

export const siteContracts = [
  serverDate,
  setLanguage,
  visitors,
  siteInfo,
  paymentList,
  partners,
  contactOperator,
];
