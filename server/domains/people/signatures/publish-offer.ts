import { createHash } from 'node:crypto';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import type { DecisionObstacle } from '#shared/decisions/kinds.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { changedLines } from './changed-lines.ts';
import { createConsentsRepository } from './consents.repository.ts';
import type { ConsentsService, OfferProblem } from './consents.service.ts';

const OBSTACLES: Record<OfferProblem['code'], DecisionObstacle> = {
  'effective-in-the-past': 'effective-past',
  'deadline-too-soon': 'deadline-too-soon',
  'unknown-figure': 'unknown-figure',
};

/**
 * A version of the offer and the contract: everybody who trades signs it, and pays to the account that it names. Who decides reads the
 * lines that are not as they were.
 */
export const publishOffer = (
  consents: Pick<ConsentsService, 'problemOf'>,
): DecisionKind<'publish-offer'> => ({
  name: 'publish-offer',
  // Of several that wait the first one that is decided leaves the others changed.
  subjectOf: (version) => `offer:${createHash('sha256').update(JSON.stringify(version)).digest('hex')}`,

  matterOf: () => 'offer',

  async lock(tx) {
    await createConsentsRepository(tx).lockVersions();
  },

  // Of another version than the last one other lines are changed.
  stateOf: async (on) => ({ version: (await createConsentsRepository(on).last())?.version ?? 0 }),

  concerns: async () => ({ personIds: [], lotId: null }),

  async judge(_, version) {
    const problem = await consents.problemOf(version);
    return problem && OBSTACLES[problem.code];
  },

  async preview(on, { effectiveOn, deadlineOn, offer, contract }) {
    const last = await createConsentsRepository(on).last();
    const changed = (['uz', 'ru', 'en'] as const).flatMap((language) => {
      const text = [
        changedLines(last?.offer[language] ?? '', offer[language]),
        changedLines(last?.contract[language] ?? '', contract[language]),
      ];
      return { fact: `words-${language}` as const, type: 'text' as const, text: text.join('\n').trim() };
    });
    return [
      { fact: 'effective-on', type: 'text', text: dayText(effectiveOn) },
      { fact: 'sign-by', type: 'text', text: dayText(deadlineOn) },
      ...changed,
    ];
  },

  async apply(tx, version, { proposedBy }) {
    await createConsentsRepository(tx).addVersion(tx, version, proposedBy);
    return null;
  },
});
