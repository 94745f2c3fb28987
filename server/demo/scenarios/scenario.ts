import { createLotCardRepository } from '#server/domains/trade/lots/index.ts';
import { createSecondOffersRepository } from '#server/domains/trade/second-offers/index.ts';
import { createReferenceRepository, type RuleSet } from '#server/domains/content/reference/index.ts';
import { createRelistingsRepository } from '#server/domains/trade/relistings/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import { uuidOf } from '#server/platform/ids/index.ts';
import { termsOf, type Hammer } from '#server/workflows/index.ts';
import { FIRST_PART_BP, type DemoLot } from '../content/index.ts';
import type { DemoWorld } from '../demo-lots.ts';
import { applyForBot, giveForPart } from '../deposits.ts';
import { describeLot } from '../describe-lot.ts';
import { documentsOf } from '../lot-documents.ts';
import { fieldsOfLot } from '../order-fields.ts';
import { actOnOrder, addPhotos, DEMO_ADDRESS } from '../order-steps.ts';
import { privateChoices } from '../trade-plans.ts';
import { randomOf, whole } from '../pictures/random.ts';
import { commitPastAuction } from './commit-log.repository.ts';
import { newestCode } from './newest-code.ts';
import { pastAuction, type PastOutcome } from './past-auction.ts';
import type { ScenarioTools } from './scenario-tools.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A lot that is traded once leaves trade after so long. */
const STAY_DAYS = 3;
/** Between two admissions, and between the last one and the end of applications. */
const APART_MS = 28 * MINUTE_MS;

type TrailWorld = Pick<
  DemoWorld,
  | 'bots'
  | 'buyerPersonIds'
  | 'customerPersonId'
  | 'moderatorPersonId'
  | 'operatorPersonId'
  | 'partsBuyerPersonId'
  | 'secondOperatorPersonId'
  | 'administratorPersonId'
  | 'signIns'
>;

export interface TrailStart {
  tools: ScenarioTools;
  world: TrailWorld;
  lot: DemoLot;
  /** The same for the same trail: it is made once. */
  name: string;
  /** The present, which the trail leads up to. */
  nowMs: number;
  /** Sets both clocks, the database's and the process's. */
  set: (at: Date) => Promise<void>;
}

/** How a lot is put on trade. */
export interface Trade {
  opensAtMs: number;
  closesAtMs: number;
  minParticipants: 1 | 2;
  paymentWorkingDays: number;
  /** Sold by units at its price, for so many days from its publication; an auction by default. */
  atFixedPrice?: { stayDays: number };
  /** Put on trade again after a trade without a sale; by default it is not. */
  untilSold?: true;
  /** The price may be paid by parts, in so many months. */
  instalmentMonths?: number;
  /** The rules in force when it was published; by default those that are in force now. */
  rules?: Partial<
    Pick<RuleSet['figures'], 'applicationsUntil' | 'graceWorkingDays' | 'lateFee' | 'offerToSoleParticipant'>
  >;
}

export type Trail = ReturnType<typeof createTrail>;

/** One lot from the order on, step by step, each at its instant and by the product's own call. */
export function createTrail({ tools, world, lot, name, nowMs, set }: TrailStart) {
  const { db, lots } = tools;
  const { customerPersonId, moderatorPersonId, operatorPersonId } = world;
  let atMs = Number.NEGATIVE_INFINITY;
  let lotId = 0;
  let orderId = 0;

  /** The next step happens then. @throws for an instant before the last one */
  async function goTo(nextMs: number): Promise<void> {
    if (nextMs < atMs) throw new RangeError(`${name}: a step before the one that precedes it`);
    atMs = nextMs;
    await set(new Date(nextMs));
  }
  const wait = (ms: number): Promise<void> => goTo(atMs + ms);

  async function described(trade: Trade) {
    const { opensAtMs, closesAtMs, minParticipants, paymentWorkingDays, instalmentMonths } = trade;
    const categories = await tools.reference.categories();
    const categoryIds = new Map(categories.map(({ code, id }) => [code, id]));
    const choices = privateChoices(randomOf(lot.key), lot.price * 100);
    return {
      ...describeLot({ ...lot, orderType: 'private' }, categoryIds, customerPersonId),
      ruleSet: 'private' as const,
      publishedAt: new Date(atMs),
      instalmentMonths: instalmentMonths ?? null,
      firstPartBp: instalmentMonths === undefined ? null : FIRST_PART_BP,
      opensAt: new Date(opensAtMs),
      closesAt: new Date(closesAtMs),
      choices: { ...choices, minParticipants, paymentWorkingDays },
      ...(trade.atFixedPrice && { tradeType: 'fixed-price' as const }),
    };
  }

  /** Rules of that moment: their version is frozen into the lot, and the present rules follow it at once. */
  async function publishUnder(rules: Trade['rules']): Promise<void> {
    const reference = createReferenceRepository(db);
    const present = await reference.ruleSet('private', new Date(nowMs));
    if (!present) throw new Error('the demo has no rule set for private lots');
    if (rules) await reference.addRuleSet('private', new Date(atMs), { ...present.figures, ...rules });
    const listed = await tools.listing.list(orderId);
    if (listed.outcome !== 'published') throw new Error(`${name}: order ${orderId} is ${listed.outcome}`);
    lotId = listed.lotId;
    if (rules) await reference.addRuleSet('private', new Date(atMs + 1), present.figures);
  }

  const addPapers = (ofLot: number): Promise<void> =>
    createLotCardRepository(db).addDocuments(documentsOf(lot).map((paper) => ({ ...paper, lotId: ofLot })));

  const settlementOf = async () => {
    const row = await createSettlementsRepository(db).lastOfLot(lotId);
    if (!row) throw new Error(`${name}: lot ${lotId} has no settlement`);
    return row;
  };

  return {
    tools,
    world,
    goTo,
    wait,
    settlementOf,
    get lotId() {
      return lotId;
    },

    /**
     * The customer writes and sends the order, staff approves it, and its lot is published within the hour. False: this trail has been made,
     * or the customer signs by hand here.
     */
    async publish(trade: Trade, notBeforeMs: number): Promise<boolean> {
      // Every lot at a minute of its own: rules of one moment are no other lot's.
      const publishedAtMs =
        notBeforeMs + whole(randomOf(name), 2, 50) * MINUTE_MS + whole(randomOf(name), 1, 999);
      await goTo(publishedAtMs - 25 * HOUR_MS);
      const made = await tools.orders.creating.create(
        customerPersonId,
        { requestId: uuidOf(`demo trail ${name}`) },
        DEMO_ADDRESS,
      );
      if (made.outcome !== 'created') throw new Error(`${name}: the order is ${made.outcome}`);
      const [order] = made.orders;
      if (made.repeated || !order) return false;
      orderId = order.id;
      await wait(18 * MINUTE_MS);
      const customer = world.signIns.find(({ part }) => part === 'customer');
      const fields = {
        ...fieldsOfLot(await described(trade), await tools.reference.categories(), customer?.name ?? ''),
        ...(trade.untilSold ? {} : { stayDays: trade.atFixedPrice?.stayDays ?? STAY_DAYS }),
      };
      const seen = { orderId, version: order.version };
      const { version } = await tools.orders.drafts.save(customerPersonId, seen, fields);
      await addPhotos(tools, orderId, lot.pattern);
      await wait(42 * MINUTE_MS);
      const sent = await actOnOrder(tools, customerPersonId, {
        orderId,
        version,
        action: 'send',
      });
      if (sent === null) return false;
      await goTo(publishedAtMs - SECOND_MS);
      const moderator = { personId: moderatorPersonId, address: DEMO_ADDRESS };
      await tools.moderation.approve({ orderId, version: sent }, moderator);
      await wait(SECOND_MS);
      await publishUnder(trade.rules);
      await addPapers(lotId);
      return true;
    },

    /** People apply with their deposits and are admitted, the last one half an hour before the opening. */
    async admit(people: readonly string[]): Promise<void> {
      const row = await lots.get(lotId);
      if (!row) throw new Error(`${name}: lot ${lotId} is not there`);
      for (const [i, personId] of people.entries()) {
        await goTo(row.applications_until.getTime() - (people.length - i) * APART_MS - SECOND_MS);
        const confirmed = [...world.buyerPersonIds, world.partsBuyerPersonId].includes(personId);
        const depositTiyin = row.deposit_tiyin;
        const application = await applyForBot(db, { lotId, personId, depositTiyin, confirmed });
        await wait(SECOND_MS);
        await tools.admission.admit(application.id);
      }
    },

    /** The room goes on in the core: its log has the admissions so far. */
    async handToCore(): Promise<void> {
      const row = await lots.get(lotId);
      if (!row) throw new Error(`${name}: lot ${lotId} is not there`);
      const admitted = tools.pastRooms.admittedTo(lotId);
      const entries = pastAuction(termsOf(row), admitted, 'no-price-given').slice(0, admitted.length);
      await commitPastAuction(db, termsOf(row), entries);
    },

    /** The auction from its opening to what follows from the hammer at once. */
    async hold(outcome: PastOutcome, winner: string | null = null): Promise<void> {
      const row = await lots.roomToOpen(lotId);
      if (!row) throw new Error(`${name}: lot ${lotId} has no room`);
      const terms = termsOf(row);
      const entries = pastAuction(terms, tools.pastRooms.admittedTo(lotId), outcome, { winner });
      await goTo(terms.opensAtMs);
      const opened = entries.filter(({ kind }) => kind === 'admitted' || kind === 'opened').length;
      await lots.projectRooms([
        {
          lotId,
          seq: opened,
          phase: 'running',
          priceTiyin: null,
          count: 0,
          leaderNumber: null,
          deadlineUs: terms.closesAtMs * 1_000,
        },
      ]);
      const hammer = entries.at(-1) as Hammer;
      await goTo(Math.ceil(hammer.atUs / 1_000));
      await commitPastAuction(db, terms, entries);
      await this.follow(hammer);
    },

    /** What the worker does with a hammer, within a second. */
    async follow(hammer: Hammer): Promise<void> {
      await wait(400);
      await tools.conclude(hammer);
      await tools.deposits.ofLot(lotId);
      await tools.following.follow(lotId);
    },

    /** Before the first price the customer takes the lot off trade. */
    async withdraw(): Promise<void> {
      const { version } = await this.order();
      const asked = { orderId, version, action: 'withdraw-from-trade' } as const;
      await actOnOrder(tools, customerPersonId, asked, { withdrawFromTrade: tools.withdrawing.withdraw });
      const head = await tools.auctionLog.readLot(lotId);
      const [last] = await tools.auctionLog.readEntries(lotId, (head?.seq ?? 1) - 1, 1);
      if (last?.entry.kind !== 'closed') throw new Error(`${name}: the room of lot ${lotId} is open`);
      await this.follow(last.entry);
    },

    async order(): Promise<{ id: number; version: number }> {
      const requestId = uuidOf(`demo trail ${name}`);
      const found = await tools.orders.creating.create(customerPersonId, { requestId }, DEMO_ADDRESS);
      const [order] = found.outcome === 'created' ? found.orders : [];
      if (!order) throw new Error(`${name}: its order is gone`);
      return order;
    },

    /** What time does to the sale until then: reminders, the end of the deadline, the loss of the sale. */
    async letTimePass(untilMs: number): Promise<void> {
      const { id } = await settlementOf();
      for (;;) {
        const look = (await createSettlementsRepository(db).byId(id))?.look_at;
        if (!look || look.getTime() >= untilMs) break;
        await goTo(Math.max(atMs, look.getTime() + SECOND_MS));
        await tools.looking.look(id);
      }
      await goTo(Math.max(atMs, untilMs));
    },

    async pay(): Promise<void> {
      const { id, person_id: buyer } = await settlementOf();
      const paid = await tools.paying.pay(id, buyer);
      if (paid.outcome !== 'paid') throw new Error(`${name}: settlement ${id} is ${paid.outcome}`);
    },

    /** The buyer refuses the sale, by the code on the phone: the deposit is lost. */
    async refuseSale(): Promise<void> {
      const { id, person_id: buyer } = await settlementOf();
      await tools.refusing.sendCode(id, buyer, DEMO_ADDRESS);
      const code = await newestCode(tools, buyer, `settlement ${id}`);
      const { outcome } = await tools.refusing.refuse(id, buyer, code);
      if (outcome !== 'refused') throw new Error(`${name}: settlement ${id} is not refused: ${outcome}`);
    },

    /** The buyer brings what is missing for a part of the price, and pays it. Resolves with the deadline of the next one. */
    async payPart(part: number): Promise<number> {
      const { id, person_id: personId } = await settlementOf();
      const short = await tools.paying.pay(id, personId, part);
      if (short.outcome !== 'short')
        throw new Error(`${name}: part ${part} is ${short.outcome} without money`);
      await giveForPart(db, { settlementId: id, part, personId, amountTiyin: short.missingTiyin });
      await wait(4 * MINUTE_MS);
      const paid = await tools.paying.pay(id, personId, part);
      if (paid.outcome !== 'part-paid') throw new Error(`${name}: part ${part} is ${paid.outcome}`);
      return (await settlementOf()).due_at.getTime();
    },

    /** Staff sends the seller the price, and the bank confirms it a day later. @param bankDocument its number */
    async payOut(bankDocument: string): Promise<void> {
      const viewer = { personId: operatorPersonId, decides: true, seesRequisites: true };
      const page = { state: 'waiting', lotId, page: 1, size: 20 } as const;
      const { items } = await tools.payouts.list(viewer, page);
      const by = operatorPersonId;
      const done = (step: string, { outcome }: { outcome: string }): void => {
        if (outcome !== 'done') throw new Error(`${name}: payout not ${step}: ${outcome}`);
      };
      for (const { id, requisitesMark: mark } of items) {
        done('approved', await tools.decidePayouts.approve(id, { mark, by }));
        const second = world.secondOperatorPersonId;
        const approved = await tools.decidePayouts.approve(id, { mark, by: second });
        if (approved.outcome !== 'over') done('approved by a second person', approved);
        await wait(5 * MINUTE_MS);
        const sender = approved.outcome === 'over' ? second : world.administratorPersonId;
        done('sent', await tools.decidePayouts.send(id, sender));
        await wait(3 * HOUR_MS);
        done('settled', await tools.decidePayouts.settle(id, { document: bankDocument, by }));
      }
    },

    /** A participant protests against the result, and staff admit it. Returns the protest. */
    async protest(personId: string, text: string): Promise<number> {
      const filed = await tools.filingProtests.file({ lotId, personId, isStaff: false, text });
      if (filed.outcome !== 'filed') throw new Error(`${name}: protest ${JSON.stringify(filed)}`);
      const decision = { reason: text, by: operatorPersonId };
      const { outcome } = await tools.admittingProtests.admit(filed.protestId, decision);
      if (outcome !== 'done') throw new Error(`${name}: the protest is not admitted: ${outcome}`);
      return filed.protestId;
    },

    /** The customer answers a protest, with the reason. */
    async answerProtest(protestId: number, answer: 'accept' | 'reject', reason: string): Promise<void> {
      const { version } = await this.order();
      const asked = { orderId, version, action: `${answer}-protest`, protestId, reason } as const;
      await actOnOrder(tools, customerPersonId, asked, tools.protestsOfOrders);
    },

    /** Two of staff, one an hour after the other, uphold a protest: the result is cancelled. */
    async upholdProtest(protestId: number, reason: string): Promise<void> {
      for (const by of [operatorPersonId, world.secondOperatorPersonId]) {
        const { outcome } = await tools.decidingProtests.uphold(protestId, { reason, by });
        if (outcome !== 'done') throw new Error(`${name}: the protest is not upheld: ${outcome}`);
        await wait(HOUR_MS);
      }
    },

    /** What was not sold is planned to be put on trade again, and is on the day of the plan. */
    async repeat(): Promise<void> {
      await wait(SECOND_MS);
      await tools.planning.plan(lotId);
      const plan = await createRelistingsRepository(db).find(lotId);
      if (!plan?.publish_at) throw new Error(`${name}: no repeat is planned`);
      await goTo(Math.max(atMs, plan.publish_at.getTime()));
      const { outcome } = await tools.repeating.publish(lotId);
      if (outcome !== 'published') throw new Error(`${name}: the repeat is ${outcome}`);
      const again = (await createRelistingsRepository(db).find(lotId))?.repeat_lot_id;
      if (again) await addPapers(again);
    },

    /** The buyer confirms to have got the property. */
    async confirmHandOver(): Promise<void> {
      const { person_id: buyer } = await settlementOf();
      const { outcome } = await tools.confirmHandOver.byBuyer(lotId, buyer);
      if (outcome !== 'done') throw new Error(`${name}: the hand-over is ${outcome}`);
    },

    /** The person it is offered to answers. */
    async declineOffer(): Promise<void> {
      const offer = await createSecondOffersRepository(db).ofLot(lotId);
      if (!offer) throw new Error(`${name}: lot ${lotId} was not offered`);
      const { outcome } = await tools.answering.decline(offer.id, offer.person_id);
      if (outcome !== 'declined') throw new Error(`${name}: the offer is ${outcome}`);
    },
  };
}
