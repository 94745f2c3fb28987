import { sql, type Kysely } from 'kysely';
import { AREAS } from './reference/areas.ts';

interface Area {
  soato: string;
  regionId: number;
  name: { uz: string; ru: string; 'uz-Cyrl': string; en: string };
  position: number;
}

/** One line of the list, e.g. `202 Oltinkoʻl / Олтинкўл / Алтынкульский`. */
function areaOf(line: string, regionId: number, position: number): Area {
  const [, code = '', names = ''] = /^(\d+) (.+)$/u.exec(line) ?? [];
  const [uz, uzCyrl, ru, en = uz] = names.split(' / ');
  if (uz === undefined || uzCyrl === undefined || ru === undefined || en === undefined)
    throw new RangeError(`not a territory: ${line}`);
  const town = code.length === 3 && Number(code) >= 400;
  return {
    soato: `${regionId}${code}`,
    regionId,
    position,
    name: town
      ? { uz: `${uz} shahri`, ru: `город ${ru}`, 'uz-Cyrl': `${uzCyrl} шаҳри`, en: `${en} city` }
      : { uz: `${uz} tumani`, ru: `${ru} район`, 'uz-Cyrl': `${uzCyrl} тумани`, en: `${en} district` },
  };
}

export async function up(db: Kysely<unknown>): Promise<void> {
  // The id is the code as a number, so that the code alone names a row everywhere.
  await sql`
    create table area (
      id integer primary key,
      soato text not null unique,
      region_id integer not null references region (id),
      name jsonb not null,
      position integer not null,
      check (id::text = soato)
    )
  `.execute(db);
  await sql`create index area_by_region on area (region_id, position)`.execute(db);
  for (const [region, list] of Object.entries(AREAS)) {
    for (const [position, line] of list.trim().split('\n').entries()) {
      const { soato, regionId, name } = areaOf(line.trim(), Number(region), position);
      await sql`insert into area (id, soato, region_id, name, position)
        values (${Number(soato)}, ${soato}, ${regionId}, ${JSON.stringify(name)}, ${position})`.execute(db);
    }
  }
}
