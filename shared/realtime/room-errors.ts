import type { Language } from '../i18n/languages.ts';
import type { RoomError } from './room.ts';

export type RoomErrorCode = RoomError['code'];

/** What a person is told when a command was not understood or not allowed: what happened and what to do next. */
const TEXTS: Record<RoomErrorCode, Record<Language, string>> = {
  malformed: {
    uz: 'Soʻrov notoʻgʻri tuzilgan. Hech narsa oʻzgarmadi: sahifani yangilab, qayta urinib koʻring.',
    ru: 'Запрос составлен неверно. Ничего не изменилось: обновите страницу и повторите.',
    'uz-Cyrl': 'Сўров нотўғри тузилган. Ҳеч нарса ўзгармади: саҳифани янгилаб, қайта уриниб кўринг.',
    en: 'The request was not understood. Nothing has changed: refresh the page and try again.',
  },
  'unknown-event': {
    uz: 'Bunday amal mavjud emas. Hech narsa oʻzgarmadi: sahifani yangilang.',
    ru: 'Такого действия нет. Ничего не изменилось: обновите страницу.',
    'uz-Cyrl': 'Бундай амал мавжуд эмас. Ҳеч нарса ўзгармади: саҳифани янгиланг.',
    en: 'There is no such action. Nothing has changed: refresh the page.',
  },
  'no-session': {
    uz: 'Narx taklif qilish uchun tizimga kiring.',
    ru: 'Чтобы предлагать цену, войдите в систему.',
    'uz-Cyrl': 'Нарх таклиф қилиш учун тизимга киринг.',
    en: 'Sign in to place offers.',
  },
  'session-expired': {
    uz: 'Seans muddati tugadi. Qaytadan tizimga kiring.',
    ru: 'Сеанс истёк. Войдите в систему снова.',
    'uz-Cyrl': 'Сеанс муддати тугади. Қайтадан тизимга киринг.',
    en: 'Your session has expired. Please sign in again.',
  },
  'no-access': {
    uz: 'Bu auksionga kirish huquqingiz yoʻq. Lot kartasida ishtirok etish shartlarini koʻring.',
    ru: 'У вас нет права входа на этот аукцион. Условия участия указаны в карточке лота.',
    'uz-Cyrl': 'Бу аукционга кириш ҳуқуқингиз йўқ. Лот картасида иштирок этиш шартларини кўринг.',
    en: 'You have no right to enter this auction. See the lot card for how to take part.',
  },
  'not-found': {
    uz: 'Bunday auksion topilmadi. Joriy auksionlar roʻyxatini oching.',
    ru: 'Такого аукциона нет. Откройте список текущих аукционов.',
    'uz-Cyrl': 'Бундай аукцион топилмади. Жорий аукционлар рўйхатини очинг.',
    en: 'There is no such auction. Open the list of current auctions.',
  },
  'rate-limited': {
    uz: 'Soʻrovlar juda koʻp. Bir soniya kutib, qayta urinib koʻring.',
    ru: 'Слишком много запросов. Подождите секунду и повторите.',
    'uz-Cyrl': 'Сўровлар жуда кўп. Бир сония кутиб, қайта уриниб кўринг.',
    en: 'Too many requests. Wait a second and try again.',
  },
  unavailable: {
    uz: 'Xizmat vaqtincha ishlamayapti. Bir necha soniyadan soʻng qayta urinib koʻring.',
    ru: 'Сервис временно недоступен. Повторите через несколько секунд.',
    'uz-Cyrl': 'Хизмат вақтинча ишламаяпти. Бир неча сониядан сўнг қайта уриниб кўринг.',
    en: 'The service is temporarily unavailable. Try again in a few seconds.',
  },
};

/** The error as sent to the person, in their language. */
export function roomError(code: RoomErrorCode, language: Language): RoomError {
  return { code, message: TEXTS[code][language] };
}
