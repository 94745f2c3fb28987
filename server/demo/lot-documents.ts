import type { NewLotDocument } from '#server/domains/trade/lots/index.ts';
import { formatMoney } from '#shared/money/money.ts';
import { PLACES, type DemoLot } from './content/index.ts';
import { inAllLanguages } from './describe-lot.ts';

const SAMPLE = {
  uz: 'Namuna hujjat: u demo uchun avtomatik tuzilgan va huquqiy kuchga ega emas.',
  ru: 'Образец документа: составлен автоматически для демонстрации и юридической силы не имеет.',
};

const LABELS = {
  property: { uz: 'Mulk nomi', ru: 'Наименование имущества' },
  address: { uz: 'Manzil', ru: 'Адрес' },
  quantity: { uz: 'Soni', ru: 'Количество' },
  price: { uz: 'Boshlangʻich narx', ru: 'Начальная цена' },
  method: { uz: 'Baholash usuli', ru: 'Метод оценки' },
};

/** File names have letters, digits and hyphens only. */
const fileNameOf = ({ key }: DemoLot): string => key.replace('~', '-');

/** The description, paragraph by paragraph in both languages. */
function paragraphsOf(lot: DemoLot): { uz: string; ru: string }[] {
  const ru = lot.about.ru.split('\n\n');
  return lot.about.uz.split('\n\n').map((uz, i) => ({ uz, ru: ru[i] ?? '' }));
}

/** The papers of a demo lot, in Uzbek and Russian; each says that it is a sample. */
export function documentsOf(lot: DemoLot): Omit<NewLotDocument, 'lotId'>[] {
  const place = PLACES[lot.place];
  if (!place) throw new RangeError(`demo lot ${lot.key} names no place`);
  const price = formatMoney(lot.price * 100);
  const subtitle = { uz: lot.title.uz, ru: lot.title.ru };
  const address = { label: LABELS.address, value: { uz: place.uz, ru: place.ru } };
  const passport = {
    uz: 'Mulk haqida maʼlumotnoma',
    ru: 'Справка об имуществе',
    en: 'Description of the property',
  };
  const valuation = {
    uz: 'Baholash hisobotidan koʻchirma',
    ru: 'Выписка из отчёта об оценке',
    en: 'Extract from the valuation report',
  };
  const quantity = String(lot.quantity);
  return [
    {
      name: inAllLanguages(passport),
      fileName: `${fileNameOf(lot)}-mulk.pdf`,
      position: 1,
      draft: {
        title: { uz: passport.uz, ru: passport.ru },
        subtitle,
        rows: [
          { label: LABELS.property, value: subtitle },
          address,
          { label: LABELS.quantity, value: { uz: quantity, ru: quantity } },
        ],
        paragraphs: [...paragraphsOf(lot), SAMPLE],
      },
    },
    {
      name: inAllLanguages(valuation),
      fileName: `${fileNameOf(lot)}-baholash.pdf`,
      position: 2,
      draft: {
        title: { uz: valuation.uz, ru: valuation.ru },
        subtitle,
        rows: [
          address,
          { label: LABELS.price, value: { uz: price, ru: price } },
          {
            label: LABELS.method,
            value: { uz: 'Qiyosiy yondashuv', ru: 'Сравнительный подход' },
          },
        ],
        paragraphs: [SAMPLE],
      },
    },
  ];
}
