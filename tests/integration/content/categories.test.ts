import {
  registerConsoleCategoryRoutes,
  registerConsoleListRoutes,
  registerReferenceRoutes,
} from '#server/api/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReferenceRepository,
  createReferenceService,
  factText,
} from '#server/domains/content/reference/index.ts';
import {
  answersOfLots,
  entriesOfLots,
  lotsShownBy,
} from '#server/domains/trade/lots/answers-of-lots.repository.ts';
import type { ConsoleList, ListEntryInput } from '#shared/api/console/console-lists.ts';
import type { ConsoleCategory, FieldInput } from '#shared/api/console/console-categories.ts';
import { editableName } from '#shared/content/names.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { categoryEditorOf, listEditorOf, named, newField } from '../../fixtures/category-samples.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const CONSOLE = '/api/console/categories';
let database: TestDatabase;
let app: TestApp;
let operator: string;
/** What another process reads. */
let elsewhere: ReturnType<typeof createReferenceService>;

beforeAll(async () => {
  database = await testDatabase();
  const reference = createReferenceService(createReferenceRepository(database.db));
  elsewhere = createReferenceService(createReferenceRepository(database.db));
  const countLotsByCategory = async () => new Map([[102, 3]]);
  const editor = categoryEditorOf(database, () => reference.forgetCategories());
  app = await startTestApp((http) => {
    registerReferenceRoutes(http, { reference, countLotsByCategory });
    registerConsoleListRoutes(
      http,
      listEditorOf(database, () => reference.forgetLists()),
      entriesOfLots,
    );
    registerConsoleCategoryRoutes(http, {
      categoryEditor: editor,
      reference,
      countLotsByCategory,
      answersOfLots,
      lotsShownBy,
      isSamePerson,
    });
  });
  operator = (await app.signIn({ personId: randomUUID(), roles: ['operator'], name: 'Operator' })).cookie;
});
afterAll(async () => {
  await app.close();
  await database.close();
});

test('a group has the lots of its categories, in the list and on its own page', async () => {
  const { body } = await app.call('GET', CONSOLE, { cookie: operator });
  const { groups } = body as {
    groups: { id: number; lotCount: number; categories: { id: number; lotCount: number }[] }[];
  };
  const group = groups.find(({ categories }) => categories.some(({ id }) => id === 102))!;
  expect(group.lotCount).toBe(3);
  expect(group.categories.find(({ id }) => id === 102)!.lotCount).toBe(3);
  expect((await read(group.id)).lotCount).toBe(3);
});

const change = (method: string, path: string, body: unknown) =>
  app.call(method, `${CONSOLE}${path}`, { cookie: operator, body });
const read = async (id: number) => (await change('GET', `/${id}`, undefined)).body as ConsoleCategory;
const codeOf = ({ status, body }: { status: number; body: { ERROR?: { code: string } } }) =>
  `${status} ${body.ERROR?.code}`;
const inputs = ({ fields }: ConsoleCategory): FieldInput[] =>
  fields.map((field) => ({
    ...field,
    label: editableName(field.label),
    unit: field.unit && editableName(field.unit),
    choices: field.choices.map((choice) => ({ ...choice, label: editableName(choice.label) })),
  }));
const asked = async (id: number) =>
  (await app.call('GET', `/api/shop/dictionaries/field_list?category=${id}`)).body as { code: string }[];
const parts = (uz: string) => ({ name: named(uz), icon: 'car', orderTypes: ['private'] });
const create = async (parentId: number | null, uz: string) =>
  (await change('POST', '', { requestId: randomUUID(), parentId, ...parts(uz) })).body as ConsoleCategory;

describe('a category', () => {
  test('is added once per form, renamed with its Cyrillic made, and hidden from sellers while its lots are found', async () => {
    const body = { requestId: randomUUID(), parentId: 100, ...parts('Maydonchalar') };
    const made = (await change('POST', '', body)).body as ConsoleCategory;
    expect(made).toMatchObject({ version: 1, name: { 'uz-Cyrl': 'Майдончалар' }, ownFields: false });
    expect((await change('POST', '', body)).body.id).toBe(made.id);
    expect(codeOf(await change('POST', '', { ...body, parentId: null }))).toBe(
      '422 categories.request-reused',
    );
    // What its group asks, until it has fields of its own.
    expect(await asked(made.id)).toEqual(await asked(104));

    const renamed = { ...parts('Maydonlar'), name: { ...named('Maydonlar'), 'uz-Cyrl': 'Ўз номи' } };
    const edited = await change('PUT', `/${made.id}`, { version: 1, ...renamed });
    expect(edited.body).toMatchObject({ version: 2, name: { uz: 'Maydonlar', 'uz-Cyrl': 'Ўз номи' } });
    expect(codeOf(await change('PUT', `/${made.id}`, { version: 1, ...renamed }))).toBe(
      '409 categories.changed',
    );

    const offered = async () =>
      ((await app.call('GET', '/api/shop/dictionaries/order-categories?orderType=private')).body as any[])
        .flatMap(({ categories }) => categories)
        .map(({ id }) => id);
    const listed = async () =>
      ((await app.call('GET', '/api/shop/dictionaries/categories')).body as any[])
        .flatMap(({ categories }) => categories)
        .map(({ id }) => id);
    expect(await offered()).toEqual(expect.arrayContaining([made.id, 102]));
    await change('POST', `/${made.id}/hide`, { version: 2, hidden: true });
    const { version } = await read(102);
    await change('POST', '/102/hide', { version, hidden: true });
    expect(await offered()).not.toEqual(expect.arrayContaining([made.id]));
    expect(await offered()).not.toContain(102);
    expect(await listed()).not.toContain(made.id);
    expect(await listed()).toContain(102);
    await change('POST', '/102/hide', { version: version + 1, hidden: false });
    expect(await offered()).toContain(102);
    const { changes } = await read(made.id);
    expect(changes.map(({ action, by }) => `${action} ${by}`)).toEqual([
      'hide Operator',
      'edit Operator',
      'create Operator',
    ]);
  });

  test('is hidden twice within 30 days by one person, and by a colleague the next time', async () => {
    const colleague = (await app.signIn({ personId: randomUUID(), roles: ['operator'], name: 'Other' }))
      .cookie;
    const hide = async (hidden: boolean, cookie = operator) => {
      const { version } = await read(103);
      return codeOf(await app.call('POST', `${CONSOLE}/103/hide`, { cookie, body: { version, hidden } }));
    };
    for (const _ of [1, 2]) {
      expect(await hide(true)).toBe('200 undefined');
      // Hidden already: nothing that counts.
      expect(await hide(true)).toBe('200 undefined');
      expect(await hide(false, colleague)).toBe('200 undefined');
    }
    expect(await hide(true)).toBe('409 turned-down-before');
    expect(await hide(true, colleague)).toBe('200 undefined');
    expect(await hide(false)).toBe('200 undefined');
  });

  test.each([
    ['a Cyrillic Uzbek name', () => ({ ...parts('x'), name: named('Уйлар') }), '400 malformed'],
    ['a name left out', () => ({ ...parts('x'), name: { ...named('x'), ru: ' ' } }), '400 malformed'],
    ['no one to offer it', () => ({ ...parts('x'), orderTypes: [] }), '400 malformed'],
    ['a name of 121 letters', () => parts('x'.repeat(121)), '400 malformed'],
    ['an icon that is not drawn', () => ({ ...parts('x'), icon: 'skull' }), '422 categories.unknown-icon'],
    ['an invisible mark in its name', () => parts('x\u202ey'), '400 hidden-marks'],
    ['half a letter in its name', () => parts('x\ud800y'), '400 malformed'],
    [
      'a group whose number no table has',
      () => ({ ...parts('x'), parentId: 2_147_483_648 }),
      '400 malformed',
    ],
    ['an icon that is a script', () => ({ ...parts('x'), icon: 'javascript:alert(1)' }), '400 malformed'],
    ['a group below a category', () => ({ ...parts('x'), parentId: 101 }), '404 not-found'],
  ])('is refused with %s', async (_what, body, code) => {
    const whole = { requestId: randomUUID(), parentId: null, ...body() };
    expect(codeOf(await change('POST', '', whole))).toBe(code);
  });

  test('is moved among its own, unless the order was changed meanwhile', async () => {
    const group = await create(null, 'Tartib');
    const ids: number[] = [];
    for (const uz of ['Bir', 'Ikki', 'Uch']) ids.push((await create(group.id, uz)).id);
    const [one, two, three] = ids as [number, number, number];
    const arrange = (before: number[], after: number[]) =>
      change('POST', '/arrange', { parentId: group.id, before, after });
    expect((await arrange(ids, [three, one, two])).body).toEqual({ ids: [three, one, two] });
    expect(codeOf(await arrange(ids, [two, one, three]))).toBe('409 categories.changed');
    expect(codeOf(await arrange([three, one, two], [three, one]))).toBe('422 categories.other-entries');
    const stored = async () =>
      (await elsewhere.categories()).flatMap(({ id, parentId }) => (parentId === group.id ? [id] : []));
    await expect.poll(stored, { timeout: 10_000 }).toEqual([three, one, two]);
  });
});

describe('the fields of a category', () => {
  test('are asked as staff wrote them; what is taken out is not asked and still shows the answers of lots', async () => {
    const group = await create(null, 'Asboblar');
    const { id } = await create(group.id, 'Torozilar');
    const fields = [
      newField('Quvvati', { unit: named('kg'), min: 1, max: 500, required: true }),
      newField('Tekshirilgan', { kind: 'date' }),
      newField('Turi', {
        kind: 'choice',
        choices: ['Pol', 'Stol'].map((uz) => ({ code: null, label: named(uz), removed: false })),
      }),
    ];
    const saved = (await change('PUT', `/${id}/fields`, { version: 1, ownFields: true, fields })).body;
    expect(await asked(id)).toMatchObject([
      { code: 'quvvati-en', kind: 'number', min: 1, max: 500, required: true, unit: { uz: 'kg' } },
      { code: 'tekshirilgan-en', kind: 'date' },
      { code: 'turi-en', choices: [{ code: 'pol-en' }, { code: 'stol-en' }] },
    ]);

    const next = inputs(saved as ConsoleCategory);
    next[0]!.removed = true;
    next[2]!.choices[0]!.removed = true;
    next[2]!.choices.push({ code: null, label: named('Osma'), removed: false });
    const put = (version: number, to: FieldInput[]) =>
      change('PUT', `/${id}/fields`, { version, ownFields: true, fields: to });
    expect((await put(2, next.toReversed())).status).toBe(200);
    expect(await asked(id)).toMatchObject([
      { code: 'turi-en', choices: [{ code: 'stol-en' }, { code: 'osma-en' }] },
      { code: 'tekshirilgan-en' },
    ]);
    const stored = { 'quvvati-en': 40, 'turi-en': 'pol-en', 'tekshirilgan-en': '2026-03-01' };
    const shown = async () =>
      (await elsewhere.knownFieldsOf(id)).map(
        (field) => factText(field, stored[field.code as keyof typeof stored])?.uz,
      );
    // Other processes read it again within seconds.
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['Pol', '01.03.2026', '40\u00a0kg']);

    // A form that was open meanwhile loses nothing that others saved.
    expect(codeOf(await put(2, next))).toBe('409 categories.changed');
    const wrong = async (to: (fields: FieldInput[]) => FieldInput[]) =>
      codeOf(await put(3, to(inputs(await read(id)))));
    expect(await wrong((all) => all.slice(1))).toBe('422 categories.field-missing');
    expect(await wrong(([first, ...all]) => [{ ...first!, kind: 'text', choices: [] }, ...all])).toBe(
      '422 categories.other-meaning',
    );
    expect(await wrong((all) => all.map((each) => ({ ...each, choices: each.choices.slice(1) })))).toBe(
      '422 categories.choice-missing',
    );
    expect(await wrong((all) => [...all, newField('Son', { min: 5, max: 1 })])).toBe('422 categories.range');
    expect(await wrong((all) => [...all, newField('Son', { code: 'nothing' })])).toBe(
      '422 categories.unknown-field',
    );
    expect(await wrong((all) => [...all, newField('Matn', { kind: 'text', unit: named('kg') })])).toBe(
      '422 categories.unit',
    );
    expect(await wrong((all) => [...all, all[0]!])).toBe('422 categories.unknown-field');
    expect(await wrong((all) => [...all, ...Array.from({ length: 40 }, () => newField('Ortiqcha'))])).toBe(
      '400 malformed',
    );
    expect((await read(id)).version).toBe(3);
  });

  test('of a group are asked by its categories without own ones, and a code means the same in both', async () => {
    const { version } = await read(300);
    const fields = [...inputs(await read(300)), newField('Egalari soni', { whole: true })];
    await change('PUT', '/300/fields', { version, ownFields: true, fields });
    const tree = (await elsewhere.categories()).filter(
      ({ parentId, ownFields }) => parentId === 300 && !ownFields,
    );
    expect((await asked(tree[0]!.id)).map(({ code }) => code)).toContain('egalari-soni-en');
    const own = await read(tree[0]!.id);
    const clash = [newField('Egalari', { code: 'egalari-soni-en', kind: 'text' })];
    expect(
      codeOf(
        await change('PUT', `/${own.id}/fields`, { version: own.version, ownFields: true, fields: clash }),
      ),
    ).toBe('422 categories.other-meaning');
  });
});

describe('what lots say', () => {
  const choices = ['Yangi', 'Buzuq', 'Eski'].map((uz) => ({ code: null, label: named(uz), removed: false }));
  const asking = (id: number, version: number, ownFields: boolean, fields: FieldInput[]) =>
    change('PUT', `/${id}/fields`, { version, ownFields, fields });
  const swapped = ([field]: FieldInput[]) => {
    const [one, other, ...rest] = field!.choices;
    const labels = [
      { ...one!, label: other!.label },
      { ...other!, label: one!.label },
    ];
    return [{ ...field!, choices: [...labels, ...rest] }];
  };

  test('is not changed by other words of the dictionary, of their category or of its group', async () => {
    const group = await create(null, 'Dastgohlar');
    const { id } = await create(group.id, 'Tokarlik');
    await asking(group.id, 1, true, [newField('Holati', { kind: 'choice', choices })]);
    const lotId = await publishTestLot(database, {
      categoryId: id,
      ruleSet: 'private',
      facts: { 'holati-en': 'yangi-en' },
    });
    const fields = inputs(await read(group.id));
    const [field] = fields;
    const [used, ...others] = field!.choices;
    const inUse = '422 categories.in-use';

    expect(codeOf(await asking(group.id, 2, true, swapped(fields)))).toBe(inUse);
    expect(codeOf(await asking(id, 1, true, swapped(fields)))).toBe(inUse);
    expect(codeOf(await asking(group.id, 2, true, [{ ...field!, label: named('Joyi') }]))).toBe(inUse);

    const withdrawn = { ...field!, choices: [{ ...used!, removed: true }, ...others] };
    expect((await asking(group.id, 2, true, [withdrawn])).status).toBe(200);
    const unusedRenamed = {
      ...withdrawn,
      choices: [withdrawn.choices[0]!, { ...others[0]!, label: named('Singan') }, others[1]!],
    };
    expect((await asking(group.id, 3, true, [unusedRenamed])).status).toBe(200);

    await database.pool.query(`update lot set ended_at = now() - interval '7 months' where id = $1`, [lotId]);
    expect((await asking(group.id, 4, true, swapped(inputs(await read(group.id))))).status).toBe(200);
  });
});

describe('the name of a category', () => {
  test('is changed by one member of staff as long as no lot of it, or of its group, is on trade or half a year old', async () => {
    const group = await create(null, 'Uskunalar');
    const { id } = await create(group.id, 'Frezerlik');
    const renamed = async (of: number, uz: string, icon = 'package') => {
      const { version } = await read(of);
      const body = { version, name: named(uz), icon, orderTypes: ['private'] };
      const made = await app.call('PUT', `${CONSOLE}/${of}`, { cookie: operator, body });
      return made.status === 200 ? (made.body as ConsoleCategory).name.uz : codeOf(made);
    };
    expect(await renamed(id, 'Frezer')).toBe('Frezer');
    expect(await renamed(group.id, 'Dastgoh')).toBe('Dastgoh');
    const lotId = await publishTestLot(database, { categoryId: id, ruleSet: 'private' });
    expect(await renamed(id, 'Shaxta')).toBe('409 categories.two-persons');
    expect(await renamed(group.id, 'Konlar')).toBe('409 categories.two-persons');
    expect(await renamed(id, 'Frezer', 'car')).toBe('Frezer');
    await database.pool.query(`update lot set ended_at = now() - interval '7 months' where id = $1`, [lotId]);
    expect(await renamed(id, 'Shaxta')).toBe('Shaxta');
  });
});

describe('a list of choices', () => {
  const list = async (name: string) =>
    ((await app.call('GET', '/api/console/lists', { cookie: operator })).body as ConsoleList[]).find(
      (each) => each.name === name,
    )!;
  const save = (name: string, version: number, entries: ListEntryInput[]) =>
    app.call('PUT', `/api/console/lists/${name}`, { cookie: operator, body: { version, entries } });
  const entriesOf = ({ entries }: ConsoleList): ListEntryInput[] =>
    entries.map((entry) => ({ ...entry, name: editableName(entry.name) }));
  const read = async (name: string) =>
    (await app.call('GET', `/api/shop/dictionaries/get-dynamic-list?name=${name}`)).body as {
      id: string;
      label: { uz: string };
      hidden: boolean;
    }[];

  test('that the program does not know by heart takes new entries, another order, and hides what is not needed', async () => {
    const units = await list('units');
    expect(units.free).toBe(true);
    const [first, ...others] = entriesOf(units);
    const wanted = [
      ...others.map((entry) => (entry.code === 'head' ? { ...entry, hidden: true } : entry)),
      { code: null, name: named('juft'), hidden: false },
      first!,
    ];
    expect((await save('units', units.version, wanted)).body).toMatchObject({ version: units.version + 1 });
    const shown = await read('units');
    expect(shown.at(-1)!.id).toBe('piece');
    expect(shown.at(-2)).toMatchObject({ id: 'juft-en', label: { 'uz-Cyrl': 'жуфт' }, hidden: false });
    expect(shown.find(({ id }) => id === 'head')).toMatchObject({ hidden: true });
    expect(codeOf(await save('units', units.version, wanted))).toBe('409 lists.changed');
    const now = await list('units');
    const short = entriesOf(now).slice(1);
    expect(codeOf(await save('units', now.version, short))).toBe('422 lists.entry-missing');
    const hidden = entriesOf(now).map((entry) => ({ ...entry, hidden: true }));
    expect(codeOf(await save('units', now.version, hidden))).toBe('422 lists.empty');
    expect(now.changes.map(({ by }) => by)).toEqual(['Operator']);
  });

  test('by which lots say what they are stays as they say it', async () => {
    const lot = { ruleSet: 'private' } as const;
    await publishTestLot(database, { ...lot, unit: 'piece', propertyType: 'movable' });
    const renamed = async (name: string, code: string) => {
      const stored = await list(name);
      const entries = entriesOf(stored).map((entry) =>
        entry.code === code ? { ...entry, name: named('Boshqacha') } : entry,
      );
      return codeOf(await save(name, stored.version, entries));
    };
    expect(await renamed('units', 'piece')).toBe('422 lists.in-use');
    expect(await renamed('property-types', 'movable')).toBe('422 lists.in-use');
    expect(await renamed('tenures', 'ownership')).toBe('422 lists.in-use');
    expect(await renamed('units', 'head')).toBe('200 undefined');
  });

  test('whose entries the program knows is renamed and moved alone', async () => {
    const types = await list('order-types');
    expect(types.free).toBe(false);
    const entries = entriesOf(types);
    const added = [...entries, { code: null, name: named('Yana'), hidden: false }];
    expect(codeOf(await save('order-types', types.version, added))).toBe('422 lists.fixed');
    const hidden = entries.map((entry) => ({ ...entry, hidden: entry.code === 'state' }));
    expect(codeOf(await save('order-types', types.version, hidden))).toBe('422 lists.fixed');
    const renamed = entries
      .map((entry) => (entry.code === 'state' ? { ...entry, name: named('Davlat mulki') } : entry))
      .toReversed();
    expect((await save('order-types', types.version, renamed)).status).toBe(200);
    const { body } = await app.call('GET', '/api/shop/dictionaries/order-types');
    expect(body).toMatchObject([
      { id: 2, code: 'private' },
      { id: 1, code: 'state', name: { uz: 'Davlat mulki' } },
    ]);
  });
});
