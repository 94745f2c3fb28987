import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import type { NamedEntry } from '#shared/content/entry-names.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';

const WHY = { reason: 'the name was changed by law', document: null };

let app: DecisionsApp;
let [one, other]: DecisionStaff[] = [];
beforeAll(async () => {
  app = await startDecisionsApp();
  [one, other] = [await app.staff(), await app.staff()];
});
afterAll(() => app.close());

const namesOf = (uz: string) => ({ uz, ru: `${uz} по-русски`, 'uz-Cyrl': '', en: '' });
const propose = (of: NamedEntry, names: ReturnType<typeof namesOf>) =>
  app.office.decisions.propose({ kind: 'rename-entry', payload: { ...of, names } }, WHY, one!);

async function renamedByTwo(of: NamedEntry, uz: string) {
  const made = await propose(of, namesOf(uz));
  if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
  const { facts } = (await app.office.readDecisions.one(made.decisionId, other!))!;
  expect(await app.office.decisions.decide(made.decisionId, other!)).toMatchObject({ outcome: 'done' });
  return facts;
}

/** A lot with its place, its category and the group of that. */
async function shown() {
  const found = await app.database.pool.query<{ id: number }>(
    'select id from category where parent_id is not null order by id limit 1',
  );
  const lotId = await publishTestLot(app.database, {
    ruleSet: 'private',
    regionId: 1727,
    categoryId: found.rows[0]!.id,
  });
  const { rows } = await app.database.pool.query<{
    category: number;
    group: number;
    area: number;
    other: string;
  }>(
    `select c.id as category, c.parent_id as "group", a.id as area,
       (select name ->> 'uz' from area where region_id = 1727 and id <> a.id limit 1) as other
     from lot join category c on c.id = lot.category_id join area a on a.region_id = lot.region_id
     where lot.id = $1 order by a.id limit 1`,
    [lotId],
  );
  await app.database.pool.query('update lot set area_id = $2 where id = $1', [lotId, rows[0]!.area]);
  return { lotId, ...rows[0]! };
}

test('a region, an area, a category and a group that a lot is shown by have another name by two persons', async () => {
  const { category, group, area } = await shown();
  const entries: [NamedEntry, string][] = [
    [{ entry: 'region', id: 1727 }, 'Yangi viloyat'],
    [{ entry: 'area', id: area }, 'Yangi tuman'],
    [{ entry: 'category', id: category }, 'Yangi turkum'],
    [{ entry: 'category', id: group }, 'Yangi guruh'],
  ];
  for (const [of, uz] of entries) {
    const facts = await renamedByTwo(of, uz);
    expect(facts.map(({ fact }) => fact)).toEqual(['title-before', 'title-after', 'lots-shown']);
    expect(facts[2]).toMatchObject({ count: 1 });
    const { rows } = await app.database.pool.query(`select name from ${of.entry} where id = $1`, [of.id]);
    expect(rows[0].name).toEqual({ ...namesOf(uz), 'uz-Cyrl': expect.stringMatching(/^Янги/), en: uz });
  }
  const { items } = await app.office.referenceChanges.history({ kind: 'place', page: 1, size: 10 });
  expect(items.map(({ action, by, reason }) => [action, by, reason])).toEqual(
    Array.from({ length: 2 }, () => ['rename', 'Xodim, Xodim', WHY.reason]),
  );
  const { changes } = await app.office.categoryEditor.one(category);
  expect(changes[0]).toMatchObject({ action: 'edit', by: 'Xodim, Xodim' });
});

test('a name of other letters, of another area, or the one that it has is not proposed, nor one of nothing', async () => {
  const { area, category, other: taken } = await shown();
  const { name } = await app.office.categoryEditor.one(category);
  const answers = [
    await propose({ entry: 'category', id: category }, namesOf('Бошқа номи')),
    await propose({ entry: 'area', id: area }, namesOf(taken)),
    await propose({ entry: 'category', id: category }, { ...name, 'uz-Cyrl': '' }),
    await propose({ entry: 'area', id: 99 }, namesOf('Yoʻq tuman')),
  ];
  expect(answers.map((each) => ('why' in each ? each.why : each.outcome))).toEqual([
    'letters',
    'name-taken',
    'nothing-to-do',
    'none',
  ]);
});

test('who has a part in a lot that is shown by it, under any account, neither proposes nor decides', async () => {
  const { lotId, category, group, area } = await shown();
  const [proposer, trading] = [await app.staff(), await app.staff(one, [])];
  const entries: NamedEntry[] = [
    { entry: 'region', id: 1727 },
    { entry: 'area', id: area },
    { entry: 'category', id: category },
    { entry: 'category', id: group },
  ];
  const proposed = async (of: NamedEntry, by: DecisionStaff) => {
    const payload = { ...of, names: namesOf(`Boshqa ${of.entry} ${of.id}`) };
    return app.office.decisions.propose({ kind: 'rename-entry', payload }, WHY, by);
  };
  const idOf = (made: Awaited<ReturnType<typeof proposed>>) => ('decisionId' in made ? made.decisionId : 0);
  const early = idOf(await proposed(entries[0]!, one!));
  await app.database.pool.query(
    `insert into trade_application (lot_id, person_id, number, status) values ($1, $2, 1, 'admitted')`,
    [lotId, trading.personId],
  );
  // Who proposed it has come to have a part.
  expect(await app.office.decisions.decide(early, other!)).toEqual({ outcome: 'proposer-left' });
  for (const of of entries) {
    expect(await proposed(of, one!)).toEqual({ outcome: 'own-interest' });
    const id = idOf(await proposed(of, proposer));
    expect(await app.office.decisions.decide(id, one!)).toEqual({ outcome: 'own-interest' });
  }
});
