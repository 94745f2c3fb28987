import { sql, type Kysely } from 'kysely';

/** Code, and names in uz, ru, uz-Cyrl and en. */
type Line = readonly [string, string, string, string, string];

const OTHER: Line = ['other', 'boshqa sabab', 'иная причина', 'бошқа сабаб', 'another reason'];

const LISTS: Readonly<Record<string, readonly Line[]>> = {
  'order-refusals': [
    [
      'prohibited',
      'bunday mulk bu yerda sotilmaydi',
      'такое имущество здесь не продаётся',
      'бундай мулк бу ерда сотилмайди',
      'property of this kind is not sold here',
    ],
    [
      'not-the-owner',
      'buyurtmachi mulkni tasarruf etish huquqiga ega emas',
      'заказчик не вправе распоряжаться имуществом',
      'буюртмачи мулкни тасарруф этиш ҳуқуқига эга эмас',
      'the customer may not dispose of the property',
    ],
    [
      'false-documents',
      'hujjatlar haqiqiy emas yoki boshqa mulkka tegishli',
      'документы недействительны или относятся к другому имуществу',
      'ҳужжатлар ҳақиқий эмас ёки бошқа мулкка тегишли',
      'the documents are not genuine or belong to another property',
    ],
    [
      'encumbered',
      'mulk xatlangan, garovda yoki nizoli',
      'имущество под арестом, в залоге или является предметом спора',
      'мулк хатланган, гаровда ёки низоли',
      'the property is under arrest, pledge or dispute',
    ],
    [
      'already-on-trade',
      'xuddi shu mulk allaqachon savdoda',
      'это имущество уже выставлено на торги',
      'худди шу мулк аллақачон савдода',
      'the same property is already on trade',
    ],
    [
      'not-for-this-platform',
      'qonun sotuvning boshqa tartibini talab qiladi',
      'закон требует иного порядка продажи',
      'қонун сотувнинг бошқа тартибини талаб қилади',
      'the law asks for another way of sale',
    ],
    OTHER,
  ],
  'order-returns': [
    [
      'incomplete',
      'maʼlumotlar yoki hujjatlar toʻliq emas',
      'сведения или документы неполные',
      'маълумотлар ёки ҳужжатлар тўлиқ эмас',
      'information or documents are incomplete',
    ],
    [
      'documents-differ',
      'maʼlumotlar hujjatlarga mos kelmaydi',
      'сведения расходятся с документами',
      'маълумотлар ҳужжатларга мос келмайди',
      'the information differs from the documents',
    ],
    [
      'photos',
      'suratlar mulkni yaxshi koʻrsatmaydi',
      'фотографии плохо показывают имущество',
      'суратлар мулкни яхши кўрсатмайди',
      'the photos do not show the property well',
    ],
    [
      'terms',
      'narx yoki savdo shartlari asoslanmagan',
      'цена или условия торгов не обоснованы',
      'нарх ёки савдо шартлари асосланмаган',
      'the price or the terms of trade are not justified',
    ],
    OTHER,
  ],
  'edit-refusals': [
    [
      'no-document',
      'oʻzgarishni tasdiqlovchi hujjat yoʻq',
      'нет документа, подтверждающего изменение',
      'ўзгаришни тасдиқловчи ҳужжат йўқ',
      'no document confirms the change',
    ],
    [
      'document-differs',
      'hujjatda boshqa maʼlumot koʻrsatilgan',
      'в документе указаны другие сведения',
      'ҳужжатда бошқа маълумот кўрсатилган',
      'the document says something else',
    ],
    [
      'other-person',
      'maʼlumotlar boshqa shaxsga tegishli',
      'сведения относятся к другому лицу',
      'маълумотлар бошқа шахсга тегишли',
      'the information belongs to another person',
    ],
    OTHER,
  ],
};

/** Reasons that staff choose from when they turn an order down or return it, or refuse to change a profile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, lines] of Object.entries(LISTS)) {
    const entries = lines.map(([code, uz, ru, uzCyrl, en]) => ({
      code,
      name: { uz, ru, 'uz-Cyrl': uzCyrl, en },
      hidden: false,
    }));
    await sql`insert into dictionary_list (name, entries)
      values (${name}, ${JSON.stringify(entries)}::jsonb)`.execute(db);
  }
  // {code, name}: as it was called when it was chosen, whatever the list says later.
  await sql`alter table order_flow add column reason jsonb`.execute(db);
  await sql`alter table person_edit_request add column decision_cause jsonb`.execute(db);
}
