import { expect, test } from 'vitest';
import { receiverOfForfeit } from '#shared/rule-sets/forfeit-receivers.ts';

test.each([
  ['a deposit', 'deposit', {}, true, 'seller'],
  ['a deposit with the operator’s own lot', 'deposit', {}, false, 'operator'],
  ['a deposit by figures', 'deposit', { forfeitedDepositTo: 'budget' }, true, 'budget'],
  ['a deposit by figures without a seller', 'deposit', { forfeitedDepositTo: 'seller' }, false, 'operator'],
  ['a penalty', 'penalty', { forfeitedDepositTo: 'seller' }, true, 'operator'],
  ['a penalty by figures', 'penalty', { penaltyTo: 'budget' }, true, 'budget'],
] as const)('%s goes to whom the rule set of its lot names', (_, lost, figures, hasSeller, receiver) => {
  expect(receiverOfForfeit(lost, figures, hasSeller)).toBe(receiver);
});
