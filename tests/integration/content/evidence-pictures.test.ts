import sharp from 'sharp';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disputeFileOwner } from '#server/domains/trade/hand-overs/dispute-files.ts';
import { protestFileOwner } from '#server/domains/trade/protests/protest-files.ts';
import { addDocument } from '#shared/api/cabinet/files.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { formOf } from '../../fixtures/file-samples.ts';
import { startFilesApp, type FilesApp } from '../../fixtures/files-app.ts';
import { protestedLots, type ProtestedLots } from '../../fixtures/protested-lots.ts';
import { picture } from '../../fixtures/sample-files.ts';
import { PRICE } from '../../fixtures/sold-lots.ts';

let fixture: FilesApp;
let lots: ProtestedLots;
beforeAll(async () => {
  fixture = await startFilesApp({
    also(_http, { files, database }) {
      files.registerOwner(protestFileOwner(database.db, async () => []));
      files.registerOwner(disputeFileOwner(database.db, async () => []));
    },
  });
  lots = protestedLots(fixture.database);
});
afterAll(() => fixture.close());

const EXIF = {
  IFD0: { Artist: 'Madina', Copyright: 'M' },
  IFD3: { GPSLatitude: '41/1 18/1 0/1', GPSLatitudeRef: 'N' },
};

/** What the person has added evidence to. */
const OWNERS = {
  async protest(personId: string) {
    const seller: string = randomUUID();
    const { lotId } = await lots.sold.open(0, { customerPersonId: seller });
    // Of somebody who answers it; until then files may be added.
    await lots.withOrder(lotId, seller);
    await lots.sold.give(personId, DEPOSIT);
    await lots.sold.admitted(lotId, personId);
    await lots.sold.applications.deposits.ofLot(lotId);
    const text = 'The price was read out wrongly, and the room did not show it.';
    const done = await lots.filing.file({ lotId, personId, isStaff: false, text });
    if (done.outcome !== 'filed') throw new Error(done.outcome);
    return done.protestId;
  },
  async 'hand-over'(personId: string) {
    const { lotId, id } = await lots.sold.open(PRICE - DEPOSIT, { personId });
    await lots.sold.paying.pay(id, personId);
    const { rows } = await fixture.database.pool.query('select id from hand_over where lot_id = $1', [lotId]);
    return rows[0].id as number;
  },
} as const;

test.each(['protest', 'hand-over'] as const)(
  'a picture that is evidence of a %s is served without place and author',
  async (owner) => {
    const { cookie, person } = await fixture.app.signIn({ roles: ['buyer'] });
    const ownerId = await OWNERS[owner](person.personId);
    const bytes = await sharp(await picture('jpeg'))
      .withExif(EXIF)
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif?.includes('Madina')).toBe(true);
    const query = new URLSearchParams({ owner, ownerId: String(ownerId), uploadId: randomUUID() });
    const added = await fixture.app.call('POST', `${addDocument.path}?${query}`, {
      form: formOf({ name: 'evidence.jpg', bytes }),
      cookie,
    });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    const answer = await fetch(`${fixture.app.url}${added.body.file.url}`, { headers: { cookie } });
    const served = Buffer.from(await answer.arrayBuffer());
    const facts = await sharp(served).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', width: 480, height: 360 });
    expect(facts.exif ?? facts.icc ?? facts.xmp ?? facts.iptc ?? facts.comments).toBeUndefined();
    expect(served.includes('Madina')).toBe(false);
  },
);
