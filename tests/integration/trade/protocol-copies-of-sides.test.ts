import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProtocolCopiesApp, type ProtocolCopiesApp } from '../../fixtures/protocol-copies-app.ts';
import { ADDRESS, PINFL, REGION } from '../../fixtures/protocols.ts';

let copies: ProtocolCopiesApp;
let { database, sold, bytes, flat } = {} as ProtocolCopiesApp;
beforeAll(async () => {
  copies = await startProtocolCopiesApp();
  ({ database, sold, bytes, flat } = copies);
});
afterAll(() => copies.close());

describe('the copy of one side', () => {
  test('names the other by name, STIR or masked PINFL, region and phone, and nothing else', async () => {
    const { number } = await sold();
    const ofSeller = await flat(number, 'seller');
    for (const open of ['Anvar Bekmurodov', `**********${PINFL.slice(-4)}`, REGION.uz, '+998901234567'])
      expect(ofSeller, open).toContain(open);
    expect(ofSeller).not.toContain(PINFL);
    // The address is the seller's own; that of the winner would be a second one in each language.
    expect(ofSeller.split(ADDRESS.uz)).toHaveLength(2);
    const ofWinner = await flat(number, 'anvar');
    for (const open of ['«Sotuvchi» MChJ', '307654321', REGION.ru, PINFL])
      expect(ofWinner, open).toContain(open);
    expect(ofWinner.split(ADDRESS.uz)).toHaveLength(2);
    const ofStaff = await flat(number, 'operator');
    for (const open of [PINFL, '307654321']) expect(ofStaff, open).toContain(open);
    expect(ofStaff.split(ADDRESS.uz)).toHaveLength(3);
  });

  test('is made for both sides of a sale whose full copy was sealed before; that one is for staff alone', async () => {
    const { number } = await sold();
    const body = Buffer.from('%PDF-1.3 with the numbers of both');
    await database.pool.query(
      `insert into protocol_copy (protocol_id, kind, name, body, size_bytes, sha256)
       select id, 'full', 'x.pdf', $2, $3, 'x' from protocol where number = $1`,
      [number, body, body.length],
    );
    const address = `/api/shop/lot-protocols/file/${number}`;
    expect((await bytes(address, 'operator')).equals(body)).toBe(true);
    expect(await flat(number, 'seller')).not.toContain(PINFL);
    expect(await flat(number, 'anvar')).toContain('307654321');
  });

  test('leaves out the bank accounts that an earlier release recorded', async () => {
    const { number } = await sold();
    const account = '20208000900123456001';
    await database.pool.query(
      `update protocol set facts = jsonb_set(jsonb_set(facts, '{customer,bank}', $2), '{winner,bank}', $2) where number = $1`,
      [number, JSON.stringify({ bankName: 'Namuna bank', account, mfo: '00999' })],
    );
    for (const who of ['anvar', 'seller', 'operator']) expect(await flat(number, who)).not.toContain(account);
  });
});
