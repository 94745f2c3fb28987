import { randomUUID } from 'node:crypto';
import type { CardTokens, TypedCard } from '#server/integrations/card-tokens/index.ts';
import { inTurn, type AnyDb } from '#server/platform/database/index.ts';
import type { PayoutAccount, PayoutCard } from '#shared/api/cabinet/refunds.ts';
import { problemOfBankAccount, problemOfMfo } from '#shared/validation/bank-requisites.ts';
import {
  cardTypeOf,
  maskCard,
  problemOfCard,
  problemOfExpiry,
  type CardProblem,
} from '#shared/validation/card-number.ts';
import {
  createDestinationsRepository,
  type Account,
  type DestinationsRepository,
  type SavedAccount,
  type SavedCard,
} from './destinations.repository.ts';

/** Saved accounts, and saved cards, per person. */
const SAVED_MAX = 10;
const CODE_MS = 5 * 60_000;
const CODE_TRIES = 5;

export interface DestinationsDeps {
  db: AnyDb;
  /** The account in the person's profile, where there is one. */
  requisitesOf(personId: string): Promise<Account | null>;
  /** Is it the code of a bank? null: there is no directory. */
  isMfo(mfo: string): Promise<boolean | null>;
  /** null: no tokeniser, so accounts only. */
  cardTokens: CardTokens | null;
  /** A token that a refund still needs must not be deleted. */
  tokenInUse(token: string): Promise<boolean>;
  /** Of an account or a card that was added, `ending`: its last four figures. */
  tellAdded(tx: AnyDb, to: { personId: string; ending: string }): Promise<void>;
  now?: () => number;
}

export type Destination = ({ kind: 'account' } & Account) | ({ kind: 'card' } & Omit<SavedCard, 'id'>);

export type CardBegun =
  | {
      outcome: 'sent';
      bindingId: string;
      type: SavedCard['type'];
      mask: string;
      phone: string | null;
      expiresAtMs: number;
    }
  | { outcome: 'wrong-card'; problem: CardProblem | 'expiry' | 'refused' }
  | { outcome: 'away' | 'too-many' };

export type CardConfirmed =
  | { outcome: 'saved'; card: PayoutCard }
  | { outcome: 'wrong' | 'over' | 'away' | 'too-many' };

export type Destinations = ReturnType<typeof createDestinations>;

const shownCard = ({ id, type, mask }: SavedCard): PayoutCard => ({ id, type, mask });

/** Accounts and cards for refunds. Of a card only its mask and token are stored. */
export function createDestinations(deps: DestinationsDeps) {
  const { db, requisitesOf, cardTokens, tokenInUse, now = Date.now } = deps;
  const repository = createDestinationsRepository(db);

  /** What a person has is counted before another one is saved. */
  const inTurnOf = <Result>(
    personId: string,
    add: (own: DestinationsRepository, tx: AnyDb) => Promise<Result>,
  ) => inTurn(db, `payout-destinations:${personId}`, (tx) => add(createDestinationsRepository(tx), tx));

  const listed = (own: Account | null, saved: readonly SavedAccount[]): PayoutAccount[] => {
    const others = saved.filter(({ mfo, account }) => mfo !== own?.mfo || account !== own.account);
    return [
      ...(own ? [{ ...own, id: 0, fromProfile: true }] : []),
      ...others.map((each) => ({ ...each, fromProfile: false })),
    ];
  };
  const accounts = async (personId: string): Promise<PayoutAccount[]> =>
    listed(...(await Promise.all([requisitesOf(personId), repository.accounts(personId)])));

  return {
    accounts,

    async addAccount(
      personId: string,
      account: Account,
    ): Promise<PayoutAccount | 'wrong' | 'no-such-bank' | 'too-many'> {
      if (problemOfBankAccount(account.account) || problemOfMfo(account.mfo)) return 'wrong';
      if ((await deps.isMfo(account.mfo)) === false) return 'no-such-bank';
      const same = ({ mfo, account: digits }: PayoutAccount) =>
        mfo === account.mfo && digits === account.account;
      const ofProfile = await requisitesOf(personId);
      return inTurnOf(personId, async (own, tx) => {
        const before = listed(ofProfile, await own.accounts(personId));
        const there = before.find(same);
        if (there) return there;
        if (before.length >= SAVED_MAX) return 'too-many';
        await own.addAccount(personId, account);
        await deps.tellAdded(tx, { personId, ending: account.account.slice(-4) });
        return listed(ofProfile, await own.accounts(personId)).find(same) ?? 'too-many';
      });
    },

    removeAccount: async (personId: string, id: number): Promise<boolean> =>
      (await repository.remove(personId, 'account', id)) !== null,

    /** Does the person have the card? Of each of these, in their order. */
    async haveCards(asked: readonly { personId: string; cardId: number }[]): Promise<boolean[]> {
      // A draft has what its customer wrote, which may be no number of the database.
      const ids = asked.flatMap(({ cardId }) => (Number.isSafeInteger(cardId) ? [cardId] : []));
      const owners = await repository.ownersOfCards(ids);
      return asked.map(({ personId, cardId }) => owners.get(cardId) === personId);
    },

    async cards(personId: string) {
      return {
        offered: cardTokens !== null,
        sandboxCode: cardTokens?.sandboxCode ?? null,
        items: (await repository.cards(personId)).map(shownCard),
      };
    },

    /** Sends the card to the tokeniser; its number is not stored. */
    async beginCard(personId: string, card: TypedCard): Promise<CardBegun> {
      if (!cardTokens) return { outcome: 'away' };
      const problem = problemOfCard(card.number) ?? (problemOfExpiry(card.expiry, now()) ? 'expiry' : null);
      const type = cardTypeOf(card.number);
      if (problem || !type) return { outcome: 'wrong-card', problem: problem ?? 'kind' };
      if ((await repository.cards(personId)).length >= SAVED_MAX) return { outcome: 'too-many' };
      const asked = await cardTokens.request(card);
      if (asked.outcome === 'away') return { outcome: 'away' };
      if (asked.outcome === 'refused') return { outcome: 'wrong-card', problem: 'refused' };
      const id = randomUUID();
      const mask = maskCard(card.number);
      const expiresAtMs = now() + CODE_MS;
      await repository.begin({ id, personId, type, mask, token: asked.token }, new Date(expiresAtMs));
      return { outcome: 'sent', bindingId: id, type, mask, phone: asked.phone, expiresAtMs };
    },

    async confirmCard(personId: string, bindingId: string, code: string): Promise<CardConfirmed> {
      if (!cardTokens) return { outcome: 'away' };
      const binding = await repository.tryBinding(personId, bindingId, CODE_TRIES);
      if (!binding) return { outcome: 'over' };
      const verdict = await cardTokens.verify(binding.token, code);
      if (verdict !== 'verified') return { outcome: verdict };
      const added = await inTurnOf(personId, async (own, tx) => {
        const done = await own.addCard(personId, binding, SAVED_MAX);
        if (done !== 'full' && done.replaced === null)
          await deps.tellAdded(tx, { personId, ending: binding.mask.slice(-4) });
        return done;
      });
      await repository.endBinding(bindingId);
      if (added === 'full') {
        await cardTokens.remove(binding.token);
        return { outcome: 'too-many' };
      }
      const { replaced } = added;
      if (replaced && replaced !== binding.token && !(await tokenInUse(replaced)))
        await cardTokens.remove(replaced);
      const card = (await repository.cards(personId)).find(({ token }) => token === binding.token);
      return card ? { outcome: 'saved', card: shownCard(card) } : { outcome: 'over' };
    },

    async removeCard(personId: string, id: number): Promise<boolean> {
      const token = await repository.remove(personId, 'card', id);
      if (token === null) return false;
      // While the tokeniser is away the token stays there; it is useless without our key.
      if (cardTokens && !(await tokenInUse(token))) await cardTokens.remove(token);
      return true;
    },

    /** A destination of the person; null: another person's, or removed. The profile's account is number 0. */
    async find(personId: string, kind: 'account' | 'card', id: number): Promise<Destination | null> {
      if (kind === 'account') {
        const found = (await accounts(personId)).find((each) => each.id === id);
        if (!found) return null;
        const { bankName, mfo, account } = found;
        return { kind, bankName, mfo, account };
      }
      const found = (await repository.cards(personId)).find((each) => each.id === id);
      if (!found || !cardTokens) return null;
      const { type, mask, token } = found;
      return { kind, type, mask, token };
    },
  };
}
