import { sql, type Kysely } from 'kysely';

/** Code, and names in uz, ru, uz-Cyrl and en. */
type Line = readonly [string, string, string, string, string];

const CAUSES: readonly Line[] = [
  [
    'refused',
    'davlat lotidan voz kechilgan',
    'отказ от государственного лота',
    'давлат лотидан воз кечилган',
    'refusal of a lot of the state',
  ],
  [
    'unpaid',
    'davlat loti uchun toʻlanmagan',
    'неоплата государственного лота',
    'давлат лоти учун тўланмаган',
    'a lot of the state was not paid for',
  ],
  [
    'collusion',
    'ishtirokchilarning til biriktirishi',
    'сговор участников',
    'иштирокчиларнинг тил бириктириши',
    'collusion of participants',
  ],
  ['false-documents', 'soxta hujjatlar', 'поддельные документы', 'сохта ҳужжатлар', 'false documents'],
  ['court', 'sud qarori', 'решение суда', 'суд қарори', 'a court’s decision'],
];

/** What the causes of bars are called, which staff edit; each bar and proposal has the name that its cause had when it was chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const entries = CAUSES.map(([code, uz, ru, uzCyrl, en]) => ({
    code,
    name: { uz, ru, 'uz-Cyrl': uzCyrl, en },
    hidden: false,
  }));
  await sql`insert into dictionary_list (name, entries)
    values ('bar-causes', ${JSON.stringify(entries)}::jsonb)`.execute(db);
  for (const table of ['barred_person', 'bar_proposal']) {
    await sql`alter table ${sql.table(table)} add column cause_name jsonb`.execute(db);
    await sql`
      update ${sql.table(table)} set cause_name = entry -> 'name'
      from dictionary_list, jsonb_array_elements(entries) as entry
      where dictionary_list.name = 'bar-causes' and cause = entry ->> 'code'`.execute(db);
  }
}
