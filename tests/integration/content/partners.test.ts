import { registerPartnerRoutes } from '#server/api/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createPartners } from '#server/domains/content/partners/partners.service.ts';
import { partnerLogosOwner } from '#server/domains/content/partners/partner-logos.ts';
import type { ConsolePartner } from '#shared/api/console/console-partners.ts';
import type { Role } from '#shared/api/contract.ts';
import { addImage } from '#shared/api/cabinet/files.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { named } from '../../fixtures/category-samples.ts';
import { formOf } from '../../fixtures/file-samples.ts';
import { startFilesApp, type FilesApp } from '../../fixtures/files-app.ts';
import { picture } from '../../fixtures/sample-files.ts';

const CONSOLE = '/api/console/partners';
let fixture: FilesApp;
let operator: string;
const roles = new Map<string, Role[]>();

beforeAll(async () => {
  fixture = await startFilesApp({
    also(http, { files, database: { db } }) {
      const actions = createActionLog(db);
      const accounts = { byId: async (id: string) => ({ roles: roles.get(id) ?? [], name: 'Operator' }) };
      files.registerOwner(partnerLogosOwner({ db, accounts, files, actions }));
      registerPartnerRoutes(http, createPartners({ db, actions, files }));
    },
  });
  operator = await signIn('operator');
});
afterAll(() => fixture.close());

const signIn = async (role: Role) => {
  const { cookie, person } = await fixture.app.signIn({
    personId: randomUUID(),
    roles: [role],
    name: 'Operator',
  });
  roles.set(person.personId, [role]);
  return cookie;
};
const change = (method: string, path: string, body?: unknown) =>
  fixture.app.call(method, `${CONSOLE}${path}`, {
    cookie: operator,
    ...(body === undefined ? {} : { body }),
  });
const codeOf = ({ status, body }: { status: number; body: { ERROR?: { code: string } } }) =>
  `${status} ${body.ERROR?.code}`;
const parts = (uz: string, given: object = {}) => ({
  name: named(uz),
  url: 'https://partner.example/uz',
  from: null,
  until: null,
  hidden: false,
  ...given,
});
const create = async (uz: string, given: object = {}) =>
  (await change('POST', '', { requestId: randomUUID(), ...parts(uz, given) })).body as ConsolePartner;
const shown = async () =>
  (await fixture.app.call('GET', '/api/shop/site/partners')).body as { id: number; logo: string }[];

test('partners are on the first page from their first day to their last, in the order of staff', async () => {
  const [yesterday, tomorrow] = [-1, 1].map((days) => tashkentDay(Date.now() + days * 86_400_000));
  const today = tashkentDay(Date.now());
  const now = await create('Bugun', { from: today, until: today });
  const later = await create('Ertaga', { from: tomorrow });
  const over = await create('Kecha', { until: yesterday });
  const hidden = await create('Yashirin', { hidden: true });
  expect([now, later, over, hidden].map(({ state }) => state)).toEqual([
    'shown',
    'planned',
    'over',
    'hidden',
  ]);
  const ids = (await shown()).map(({ id }) => id);
  expect(ids).toContain(now.id);
  for (const { id } of [later, over, hidden]) expect(ids).not.toContain(id);

  const before = ((await change('GET', '')).body as ConsolePartner[]).map(({ id }) => id);
  const after = [now.id, ...before.filter((id) => id !== now.id)];
  expect((await change('POST', '/arrange', { before, after })).status).toBe(200);
  expect((await shown())[0]!.id).toBe(now.id);
  expect(codeOf(await change('POST', '/arrange', { before, after }))).toBe('409 partners.changed');

  const body = { requestId: randomUUID(), ...parts('Bir marta') };
  expect((await change('POST', '', body)).body.id).toBe((await change('POST', '', body)).body.id);
  const edit = (version: number, given: object) =>
    change('PUT', `/${now.id}`, { version, ...parts('Bugun', given) });
  expect((await edit(1, { url: 'https://other.example' })).body).toMatchObject({ version: 2 });
  expect(codeOf(await edit(1, {}))).toBe('409 partners.changed');
  expect(codeOf(await edit(2, { from: tomorrow, until: yesterday }))).toBe('422 partners.dates');
  for (const url of ['http://plain.example', 'javascript:alert(1)', 'https://user@host.example', '/own'])
    expect(codeOf(await edit(2, { url })), url).toBe('400 malformed');
});

test('a logo takes the place of the initials, is one, and is changed by those who write dictionaries', async () => {
  const partner = await create('Logotipli');
  const image = { name: 'logo.png', bytes: await picture('png') };
  const upload = async (cookie: string, file = image, ownerId: number = partner.id) =>
    fixture.app.call(
      'POST',
      `${addImage.path}?${new URLSearchParams({
        owner: 'partner',
        ownerId: String(ownerId),
        uploadId: randomUUID(),
      })}`,
      { form: formOf(file), cookie },
    );
  const logo = async () => (await shown()).find(({ id }) => id === partner.id)!.logo;
  expect(await logo()).toBe(`/logos/partner/${partner.id}.svg`);
  for (const role of ['moderator', 'auditor', 'buyer'] as const)
    expect((await upload(await signIn(role))).status, role).toBe(404);
  expect((await upload(operator, image, 2_147_483_648)).status).toBe(404);
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  for (const text of [drawing, 'no picture'])
    expect((await upload(operator, { name: 'logo.png', bytes: Buffer.from(text) })).status, text).toBe(415);
  expect(await logo()).toBe(`/logos/partner/${partner.id}.svg`);
  expect((await upload(operator)).status).toBe(200);
  expect((await upload(operator)).status).toBe(422);
  expect(await logo()).toMatch(/^\/files\/.+\.webp$/);
  expect((await fetch(`${fixture.app.url}${await logo()}?lang=ru`)).headers.get('content-type')).toBe(
    'image/webp',
  );
  const all = (await change('GET', '')).body as ConsolePartner[];
  const { changes, version } = all.find(({ id }) => id === partner.id)!;
  expect(changes.map(({ action, by }) => `${action} ${by}`)).toEqual(['logo Operator', 'create Operator']);
  // The form that was open beside the upload can still be saved.
  expect(version).toBe(1);
});
