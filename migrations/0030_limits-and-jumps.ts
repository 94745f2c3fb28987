import { sql, type Kysely } from 'kysely';
import { RULE_SET_ADDITIONS } from './reference/rule-sets-2.ts';

/**
 * Next versions of the shipped rule sets: offers have limits and a jump cap. Published lots name their own version and
 * keep it. Where lots were published already, processes of the release before may still run, which can neither read the
 * new figures nor load rooms with them: there the versions come into force five minutes later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { name, adds } of RULE_SET_ADDITIONS) {
    await sql`
      insert into rule_set (name, version, valid_from, figures)
      select name, version + 1,
        now() + case when exists (select from lot) then interval '5 minutes' else interval '0' end,
        figures || ${JSON.stringify(adds)}::jsonb
      from rule_set where name = ${name} order by version desc limit 1`.execute(db);
  }
}
