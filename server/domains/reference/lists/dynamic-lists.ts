import type { DYNAMIC_LISTS } from '#shared/api/reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { names } from './names.ts';

type Lists = Record<(typeof DYNAMIC_LISTS)[number], { id: string; label: LocalizedText }[]>;
type Line = readonly [id: string, uz: string, ru: string, en: string];

const listOf = (...lines: Line[]) => lines.map(([id, uz, ru, en]) => ({ id, label: names(uz, ru, en) }));

export const LISTS: Lists = {
  'contact-subjects': listOf(
    ['auction', 'Auksion va narxlar', 'Торги и цены', 'Trading and prices'],
    ['application', 'Ariza va zakalat', 'Заявка и задаток', 'Application and deposit'],
    ['payment', 'Toʻlov va pulni qaytarish', 'Оплата и возврат денег', 'Payments and refunds'],
    ['order', 'Mulkni savdoga qoʻyish', 'Выставление имущества на торги', 'Putting property on trade'],
    ['account', 'Roʻyxatdan oʻtish va kirish', 'Регистрация и вход', 'Registration and sign-in'],
    ['other', 'Boshqa savol', 'Другой вопрос', 'Something else'],
  ),
  'owner-types': listOf(
    ['state', 'Davlat organi', 'Государственный орган', 'State body'],
    ['legal', 'Yuridik shaxs', 'Юридическое лицо', 'Company'],
    ['natural', 'Jismoniy shaxs', 'Физическое лицо', 'Private person'],
  ),
  'card-types': listOf(
    ['uzcard', 'Uzcard kartasi', 'Карта Uzcard', 'Uzcard card'],
    ['humo', 'Humo kartasi', 'Карта Humo', 'Humo card'],
  ),
  'payment-kinds': listOf(
    ['full', 'Toʻliq toʻlov', 'Полная оплата', 'Payment in full'],
    ['parts', 'Boʻlib toʻlash', 'Рассрочка', 'Payment by parts'],
  ),
  tenures: listOf(
    ['ownership', 'Mulk huquqi', 'Право собственности', 'Ownership'],
    ['rent', 'Ijara huquqi', 'Право аренды', 'Lease'],
  ),
};
