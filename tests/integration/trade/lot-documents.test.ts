import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { participantsModule } from '#server/domains/people/conflicts-of-interest/index.ts';
import { lotFileOwner } from '#server/domains/trade/lots/lot-photos.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { TRADE_APPLICATION } from '#shared/lifecycles/trade-application.ts';
import { formOf } from '../../fixtures/file-samples.ts';
import { startFilesApp, type FilesApp } from '../../fixtures/files-app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../../fixtures/purchase-workflows.ts';
import { pdf, picture } from '../../fixtures/sample-files.ts';

let fixture: FilesApp;
let shop: PurchaseWorkflows;

beforeAll(async () => {
  fixture = await startFilesApp({
    also: (_, { files, database }) => {
      const { isParticipant } = participantsModule.create({ database });
      files.registerOwner(lotFileOwner(database.db, isParticipant));
    },
  });
  shop = purchaseWorkflows(fixture.database);
});
afterAll(() => fixture.close());

/** A document that only participants read, and a photo. */
async function withFiles(lotId: number): Promise<{ document: number; image: number }> {
  const target = { owner: 'lot', ownerId: lotId };
  const add = async (kind: 'image' | 'document', name: string, bytes: Buffer) => {
    const added = await fixture.files.addGiven(target, kind, {
      uploadId: randomUUID(),
      name,
      bytes: Readable.from([bytes]),
    });
    return added.fileId;
  };
  return {
    document: await add('document', 'a.pdf', pdf()),
    image: await add('image', 'a.jpg', await picture()),
  };
}

async function read(document: number, personId: string): Promise<number> {
  const { cookie } = await fixture.app.signIn({ personId, roles: ['buyer'] });
  return (await fixture.app.call('GET', `/api/shop/file/document/${document}`, { cookie })).status;
}

describe('a document for participants of a lot', () => {
  test('is read by those who have reserved or bought units, and not by those who let them go', async () => {
    const lotId = await shop.lot(10);
    const { document } = await withFiles(lotId);
    const [buyer, reserving, late, stranger] = [
      await shop.person(UNIT),
      await shop.person(UNIT),
      await shop.person(UNIT),
      await shop.person(UNIT),
    ];
    expect(await read(document, buyer)).toBe(404);
    expect(await shop.reserve(lotId, late)).toMatchObject({ outcome: 'reserved' });
    await shop.letPass(lotId);
    expect(await shop.buy(lotId, buyer)).toMatchObject({ outcome: 'bought' });
    expect(await shop.reserve(lotId, reserving)).toMatchObject({ outcome: 'reserved' });
    const people = [buyer, reserving, late, stranger];
    expect(await Promise.all(people.map((person) => read(document, person)))).toEqual([200, 200, 404, 404]);
  });

  test('is read by bidders, also after the hammer, and not by those who left or were sent away', async () => {
    const lotId = await publishTestLot(fixture.database);
    const { document } = await withFiles(lotId);
    const answers: [string, number][] = [];
    for (const [number, status] of TRADE_APPLICATION.states.entries()) {
      const personId = randomUUID();
      await fixture.database.pool.query(
        'insert into trade_application (lot_id, person_id, number, status) values ($1, $2, $3, $4)',
        [lotId, personId, number + 1, status],
      );
      answers.push([status, await read(document, personId)]);
    }
    expect(Object.fromEntries(answers)).toEqual({
      requested: 200,
      admitted: 200,
      cancelling: 404,
      cancelled: 404,
      'turned-down': 404,
      revoked: 404,
      won: 200,
      lost: 200,
    });
  });
});

describe('files of a published lot', () => {
  const changing = CONTRACTS.filter(({ tag, method }) => tag === 'files' && method !== 'get');
  let lotId: number;
  let file: { document: number; image: number };
  let photo: Buffer;
  const seller = randomUUID();
  beforeAll(async () => {
    lotId = await shop.lot(4, { customerPersonId: seller });
    file = await withFiles(lotId);
    photo = await picture();
    const bought = await shop.buy(lotId, await shop.person(UNIT));
    if (bought?.outcome !== 'bought') throw new Error(JSON.stringify(bought));
  });

  /** What each call would need to change something. */
  const requestOf = (name: string): { query?: string; body?: object; form?: FormData } => {
    const target = { owner: 'lot', ownerId: lotId };
    const query = new URLSearchParams({ owner: 'lot', ownerId: String(lotId), uploadId: randomUUID() });
    const form = (bytes: Buffer, ending: string) => formOf({ name: `b.${ending}`, bytes });
    switch (name) {
      case 'file.images-add':
        return { query: query.toString(), form: form(photo, 'jpg') };
      case 'file.documents-add':
        return { query: query.toString(), form: form(pdf(), 'pdf') };
      case 'file.images-mark-as-main':
        return { body: { ...target, fileId: file.image } };
      case 'file.images-arrange':
        return { body: { ...target, fileIds: [file.image] } };
      case 'file.images-show':
        return { body: { ...target, fileId: file.image, visible: false } };
      case 'file.documents-publish':
        return { body: { ...target, fileId: file.document, isPublic: true } };
      case 'file.delete':
        return { body: { ...target, fileId: file.document } };
      default:
        throw new Error(`nothing says how ${name} would change a lot`);
    }
  };
  test.each(changing.map(({ name, method, path }) => ({ name, method, path })))(
    'are changed by $name neither for the seller nor for any of staff',
    async ({ name, method, path }) => {
      const stored = async () => {
        const { rows } = await fixture.database.pool.query(
          `select * from uploaded_file where owner = 'lot' and owner_id = $1 order by id`,
          [lotId],
        );
        return rows as unknown[];
      };
      const before = await stored();
      expect(before).toHaveLength(2);
      for (const who of [
        { personId: seller, roles: ['customer'] as const },
        { personId: randomUUID(), roles: ['moderator', 'operator', 'administrator'] as const },
      ]) {
        const { cookie } = await fixture.app.signIn({ personId: who.personId, roles: [...who.roles] });
        const { query, ...sent } = requestOf(name);
        const address = query ? `${path}?${query}` : path;
        const answer = await fixture.app.call(method.toUpperCase(), address, { cookie, ...sent });
        expect([answer.status, answer.body.ERROR?.code]).toEqual([409, 'conflict']);
      }
      expect(await stored()).toEqual(before);
    },
  );
});
