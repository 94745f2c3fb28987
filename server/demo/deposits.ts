import {
  createTradeApplicationsRepository,
  type TradeApplication,
} from '#server/domains/trade/trade-applications/index.ts';
import { createWallet, type Wallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';

/** 500 000 000 UZS for people, so that rooms with deposits can be tried without a top-up. */
const PLAY_MONEY_TIYIN = 50_000_000_000;
/** A bot's balance carries it as far as its style needs. */
const MONEY_OF_BOTS_TIYIN = 1_000_000_000_000;

const ACTOR = 'system';

const give = (wallet: Wallet, personId: string, key: string, amountTiyin: number) =>
  wallet.topUp({
    key: `demo:${key}`,
    provider: 'demo',
    personId,
    amountTiyin,
    reference: `payment:demo-${key}`,
    reason: 'play money of the demo',
    actor: ACTOR,
  });

/** Play money, once for each. */
export async function giveMoney(db: AnyDb, who: { people: readonly string[]; bots: readonly string[] }) {
  const wallet = createWallet(db);
  for (const personId of who.people) await give(wallet, personId, personId, PLAY_MONEY_TIYIN);
  for (const personId of who.bots) await give(wallet, personId, personId, MONEY_OF_BOTS_TIYIN);
}

/** A bot can pay what it has won, however much it has spent; once for each lot. */
export const giveForLot = async (
  db: AnyDb,
  { lotId, personId, priceTiyin }: { lotId: number; personId: string; priceTiyin: number },
): Promise<void> => {
  await give(createWallet(db), personId, `${personId}:price:${lotId}`, priceTiyin);
};

/** Someone brings what is missing for a part of a price; once for each. */
export const giveForPart = async (
  db: AnyDb,
  given: { settlementId: number; part: number; personId: string; amountTiyin: number },
): Promise<void> => {
  const { settlementId, part, personId, amountTiyin } = given;
  await give(createWallet(db), personId, `${personId}:settlement:${settlementId}:part:${part}`, amountTiyin);
};

export interface BotApplication {
  lotId: number;
  personId: string;
  /** 0: the lot asks for none. */
  depositTiyin: number;
  /** The person is written to about it; bots are not. */
  confirmed?: boolean;
}

/** A bot's application with its deposit, like any other, but without a code. Idempotent. */
export const applyForBot = (
  db: AnyDb,
  { lotId, personId, depositTiyin, confirmed = false }: BotApplication,
): Promise<TradeApplication> =>
  inTransaction(db, async (tx) => {
    const applications = createTradeApplicationsRepository(tx);
    const application = confirmed
      ? await applications.apply(lotId, personId, depositTiyin)
      : await applications.request(lotId, personId, null, depositTiyin);
    if (depositTiyin === 0 || application.status !== 'requested' || application.deposit_state !== 'none')
      return application;
    const wallet = createWallet(tx);
    const hold = () =>
      wallet.hold({
        key: `application:${application.id}:${application.round}`,
        personId,
        amountTiyin: depositTiyin,
        reference: `lot:${lotId}`,
        reason: 'deposit',
        actor: ACTOR,
      });
    let held = await hold();
    if (held.outcome === 'short') {
      // Deposits of lots it won are spent permanently.
      await give(wallet, personId, `${personId}:${lotId}`, held.missingTiyin);
      held = await hold();
    }
    if (held.outcome !== 'held') throw new Error(`no deposit for lot ${lotId}: ${held.outcome}`);
    return applications.deposited(application.id, held.holdId);
  });
