import type { AccountsService, ProfileDoor } from '#server/domains/accounts/index.ts';
import { isSamePerson } from '#server/domains/conflicts/index.ts';
import { createRefunding, type Refunding } from '#server/domains/payments/index.ts';
import { createWallet, type Wallet } from '#server/domains/wallet/index.ts';
import { openCardTokens } from '#server/integrations/card-tokens/index.ts';
import type { Platform } from './platform.ts';

interface RefundingParts {
  platform: Pick<Platform, 'config' | 'database' | 'logger'>;
  accounts: Pick<AccountsService, 'byIds'>;
  people: Pick<ProfileDoor, 'profile'>;
  wallet: Pick<Wallet, 'balanceOf'>;
}

/** Money that goes back to people: with whose accounts, to which cards, within which limits. */
export function openRefunding({ platform, accounts, people, wallet }: RefundingParts): Refunding {
  const { config, database, logger } = platform;
  return createRefunding({
    db: database.db,
    walletIn: createWallet,
    balanceOf: (personId) => wallet.balanceOf(personId),
    requisitesOf: (personId) => people.profile.requisites(personId),
    namesOf: async (ids) => new Map((await accounts.byIds(ids)).map(({ id, name }) => [id, name])),
    cardTokens: openCardTokens({
      ...{ click: config.payments.click, twinsAllowed: config.twinsAllowed },
      onAway: (away) => logger.warn(away, 'the tokeniser of cards did not answer'),
    }),
    isSamePerson,
    limits: config.refunds,
  });
}
