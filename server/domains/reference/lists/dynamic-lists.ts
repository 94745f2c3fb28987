import type { DYNAMIC_LISTS } from '#shared/api/reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { names } from './localized-names.ts';

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
  'category-types': listOf(
    ['own', 'Oʻz mulki', 'Собственное имущество', 'Own property'],
    ['pledge', 'Garov mulki', 'Залоговое имущество', 'Pledged property'],
    ['bankruptcy', 'Bankrot mulki', 'Имущество банкрота', 'Property of a bankrupt'],
    ['confiscated', 'Musodara qilingan', 'Конфискованное', 'Confiscated'],
    ['ownerless', 'Egasiz mulk', 'Бесхозяйное', 'Ownerless'],
    [
      'inherited',
      'Davlatga meros qolgan',
      'Перешедшее к государству по наследству',
      'Inherited by the state',
    ],
    ['customs', 'Bojxonada olib qoʻyilgan', 'Изъятое таможней', 'Seized by customs'],
  ),
  'property-types': listOf(
    ['movable', 'Koʻchar mulk', 'Движимое имущество', 'Movable property'],
    ['immovable', 'Koʻchmas mulk', 'Недвижимое имущество', 'Immovable property'],
    ['rights', 'Mulkiy huquqlar va ulushlar', 'Имущественные права и доли', 'Rights and shares'],
  ),
  units: listOf(
    ['piece', 'dona', 'шт.', 'piece'],
    ['set', 'toʻplam', 'комплект', 'set'],
    ['kg', 'kg', 'кг', 'kg'],
    ['t', 't', 'т', 't'],
    ['l', 'l', 'л', 'l'],
    ['m', 'm', 'м', 'm'],
    ['m2', 'm²', 'м²', 'm²'],
    ['m3', 'm³', 'м³', 'm³'],
    ['ha', 'ga', 'га', 'ha'],
    ['head', 'bosh', 'голов', 'head'],
  ),
};
