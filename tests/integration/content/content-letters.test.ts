import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { letterProblems } from '../../architecture/tidy/letters.ts';
import { testDatabase } from '../../fixtures/services.ts';

/** Long texts are stored without Cyrillic, which is made of their Latin when somebody reads them. */
const WRITTEN_IN_LATIN = ['consent_version'];

/** Names a fresh installation has, from every table with a column of names in four languages. */
test('every name a fresh installation has is written in the letters of its language', async () => {
  const database = await testDatabase();
  try {
    const columns = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'jsonb'`.execute(database.db);
    const problems: string[] = [];
    let names = 0;
    for (const { table_name: table, column_name: column } of columns.rows) {
      const values = await sql<{ name: Record<string, string> }>`
        select ${sql.ref(column)} as name from ${sql.table(table)}
        where jsonb_typeof(${sql.ref(column)}) = 'object' and ${sql.ref(column)} ?& array['uz', 'ru']`.execute(
        database.db,
      );
      for (const { name } of values.rows) {
        names += 1;
        for (const language of LANGUAGES) {
          const text = name[language];
          if (text === undefined && language === 'uz-Cyrl' && WRITTEN_IN_LATIN.includes(table)) continue;
          if (text === undefined || text === '')
            problems.push(`${table}.${column} ${name.uz}: no ${language}`);
          else
            problems.push(
              ...letterProblems(language, text).map(
                (problem) => `${table}.${column} ${language} "${text}": ${problem}`,
              ),
            );
        }
      }
    }
    expect(names).toBeGreaterThan(250);
    expect(problems).toEqual([]);
  } finally {
    await database.close();
  }
});
