import { randomUUID } from 'node:crypto';
import { isSamePerson } from '#server/domains/conflicts/index.ts';
import { createRefunding } from '#server/domains/payments/index.ts';
import { createWallet } from '#server/domains/wallet/index.ts';
import { createPretendCardTokens } from '#server/integrations/card-tokens/index.ts';
import type { TestDatabase } from './services.ts';

const CARD = { number: '8600490000000018', expiry: '1299' };
const SUM = 10_000_00;

/**
 * Refunds of two people in every state, with accounts and cards: the parameters with which each call about them succeeds.
 * @param staff somebody who may approve, other than the two
 */
export async function sampleRefunds(
  database: TestDatabase,
  { owner, freshOwner, staff }: { owner: string; freshOwner: string; staff: string },
) {
  const refunding = createRefunding({
    db: database.db,
    walletIn: createWallet,
    balanceOf: () => Promise.resolve(0),
    requisitesOf: () => Promise.resolve(null),
    namesOf: () => Promise.resolve(new Map()),
    cardTokens: createPretendCardTokens(),
    isSamePerson,
    limits: { minTiyin: 1, maxTiyin: SUM, secondPersonTiyin: 10 * SUM },
  });
  const { refunds, destinations, desk } = refunding;
  const account = async (personId: string, digits: string) => {
    const added = await destinations.addAccount(personId, {
      ...{ bankName: 'Namuna bank', mfo: '00999', account: `20208000900000000${digits}` },
    });
    if (typeof added === 'string') throw new Error(added);
    return added.id;
  };
  const card = async (number: string) => {
    const begun = await destinations.beginCard(owner, { ...CARD, number });
    if (begun.outcome !== 'sent') throw new Error(begun.outcome);
    return begun.bindingId;
  };
  for (const personId of [owner, freshOwner]) {
    await createWallet(database.db).topUp({
      ...{ personId, amountTiyin: 10 * SUM, key: randomUUID(), provider: 'cash-desk', reference: 'cash' },
      ...{ reason: 'a sample', actor: 'system' },
    });
  }
  const destination = { kind: 'account', id: await account(owner, '001') } as const;
  const freshDestination = { kind: 'account', id: await account(freshOwner, '002') } as const;
  const create = async (sent = false): Promise<number> => {
    const made = await refunds.create({
      ...{ personId: owner, requestKey: randomUUID(), amountTiyin: SUM, destination, address: '' },
    });
    if (made.outcome !== 'created') throw new Error(made.outcome);
    const { id } = made.refund;
    if (sent) await desk.approve(id, { personId: staff, name: 'Staff', address: '' });
    return id;
  };
  const kept = await card('8600490000000018');
  const confirmed = await destinations.confirmCard(owner, kept, '111111');
  if (confirmed.outcome !== 'kept') throw new Error(confirmed.outcome);
  const [paid, returned] = [await create(true), await create(true)];
  const day = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 10);
  const document = { documentNumber: 'R-417', documentOn: day, reason: 'checking the contract' };
  /** A return that waits for a second person, other than `staff`. */
  const noted = async (): Promise<{ refundId: number; returnId: number }> => {
    const refundId = await create();
    const others = ['00000000-0000-4000-8000-000000000002', staff];
    await database.pool.query('update refund set approvals_needed = 2 where id = $1', [refundId]);
    for (const personId of others) await desk.approve(refundId, { personId, name: 'Staff', address: '' });
    const done = await desk.returned(refundId, { personId: staff, name: 'Staff', address: '' }, document);
    if (done.outcome !== 'done' || done.refund.return_id === null) throw new Error(done.outcome);
    return { refundId, returnId: done.refund.return_id };
  };
  const [agreed, turnedDown] = [await noted(), await noted()];
  const [read, cancelled, approved, refused] = [
    await create(),
    await create(),
    await create(),
    await create(),
  ];
  return {
    'gateway.add-account': {
      body: { bankName: 'Namuna bank', mfo: '00999', account: '20208000900000000003' },
    },
    'gateway.remove-account': { params: { destinationId: await account(owner, '004') } },
    'gateway.add-card': { body: CARD },
    'gateway.confirm-card': { body: { bindingId: await card('9860490000000011'), code: '111111' } },
    'gateway.remove-card': { params: { destinationId: confirmed.card.id } },
    'refunds.create': {
      body: { requestId: randomUUID(), amountTiyin: SUM, destination: freshDestination },
    },
    'refunds.details': { params: { refundId: read } },
    'refunds.cancel': { params: { refundId: cancelled } },
    'console.approve-refund': { params: { refundId: approved } },
    'console.refuse-refund': { params: { refundId: refused }, body: { reason: 'checking the contract' } },
    'console.refund-paid': { params: { refundId: paid }, body: { bankDocument: '417' } },
    'console.refund-returned': { params: { refundId: returned }, body: document },
    'console.approve-refund-return': {
      params: { refundId: agreed.refundId },
      body: { returnId: agreed.returnId },
    },
    'console.reject-refund-return': {
      params: { refundId: turnedDown.refundId },
      body: { returnId: turnedDown.returnId, reason: 'checking the contract' },
    },
  };
}
