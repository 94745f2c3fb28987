import { deadlineAfter, type WorkingCalendar } from '#server/domains/content/reference/index.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { DAY_MS, startOfDay } from '#shared/time/tashkent.ts';
import type { DemoLot } from '../content/index.ts';
import type { Trade, Trail } from './scenario.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface StoryTime {
  nowMs: number;
  calendar: WorkingCalendar;
}

/** One way that a lot of the demo went. */
export interface Story {
  name: string;
  /** What it has come to: while a lot of the demo has this status, the story is not needed. */
  status: LotStatus;
  /** Highest start price, UZS: what the demo's buyer can pay. */
  mostUzs: number;
  /** Lots it may be played with; by default those of auctions. */
  lots?: readonly DemoLot[];
  /** The room begins or goes on after the trail is written: staff of the demo stops it once it runs. */
  toSuspend?: true;
  /** Safe to repeat; false: it was made before. */
  play(trail: Trail, time: StoryTime): Promise<boolean>;
}

/** Ten in the morning of the working day so many before today. */
export function workingDayBefore({ nowMs, calendar }: StoryTime, days: number): number {
  let day = startOfDay(nowMs);
  for (let left = days; left > 0;) {
    day -= DAY_MS;
    if (calendar.isWorkingDay(new Date(day))) left -= 1;
  }
  return day + 10 * HOUR_MS;
}

/** Ten in the morning of the first working day that is not before this one. @param dayMs an instant of the day */
function workingDayAfter({ calendar }: StoryTime, dayMs: number): number {
  let day = startOfDay(dayMs);
  while (!calendar.isWorkingDay(new Date(day))) day += DAY_MS;
  return day + 10 * HOUR_MS;
}

/** Two parts were due since, and the third is not: a sale of so many days before, or a few less. */
const SOLD_BY_PARTS_DAYS = 52;

const auction = (opensAtMs: number, given: Partial<Trade> = {}): Trade => ({
  opensAtMs,
  closesAtMs: opensAtMs + HOUR_MS,
  minParticipants: 2,
  paymentWorkingDays: 5,
  ...given,
});

const bots = ({ world }: Trail, count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => world.bots[(from + i) % world.bots.length]!.personId);
const buyerOf = ({ world }: Trail): string => world.buyerPersonIds[0]!;

/** The order was approved and its lot published on a working day, three days before the auction or a little earlier. */
function published(trail: Trail, trade: Trade, { calendar }: StoryTime): Promise<boolean> {
  let at = trade.opensAtMs - 3 * DAY_MS;
  while (!calendar.isWorkingDay(new Date(at))) at -= DAY_MS;
  return trail.publish(trade, at);
}

interface Sale {
  people: readonly string[];
  winner: string;
}

async function sold(trail: Trail, trade: Trade, time: StoryTime, { people, winner }: Sale): Promise<boolean> {
  if (!(await published(trail, trade, time))) return false;
  await trail.admit(people);
  await trail.hold('sold', winner);
  return true;
}

/** A lot whose rules offer it to its only participant. */
const OFFERED_TO_SOLE = { rules: { offerToSoleParticipant: true } } as const;

/** The latest deadline that has passed, and the working day on which a winner had so many working days until then. */
function deadlinePassed(time: StoryTime, paymentWorkingDays: number, passedForMs: number) {
  for (let back = 0; ; back += 1) {
    const opensAtMs = workingDayBefore(time, paymentWorkingDays + back);
    const dueAt = deadlineAfter(time.calendar, new Date(opensAtMs), paymentWorkingDays);
    if (dueAt.getTime() + passedForMs <= time.nowMs) return { opensAtMs, dueAtMs: dueAt.getTime() };
  }
}

/** Rooms that open soon, at any time of day. */
async function comingRoom(trail: Trail, trade: Trade, people: readonly string[]): Promise<boolean> {
  if (!(await trail.publish(trade, trade.opensAtMs - 2 * DAY_MS))) return false;
  await trail.admit(people);
  await trail.handToCore();
  return true;
}

/** The room opens so long after the trail is begun: its photos take a second or two. */
const OPENS_IN_MS = 8 * SECOND_MS;
const liveRoom = (trail: Trail, { nowMs }: StoryTime): Promise<boolean> => {
  const opensAtMs = nowMs + OPENS_IN_MS;
  const trade = auction(opensAtMs, { minParticipants: 1, closesAtMs: opensAtMs + 25 * MINUTE_MS });
  return comingRoom(trail, trade, bots(trail, 3, 1));
};

const LATE_BID = 'Mening oxirgi taklifim vaqtida yuborilgan, lekin gʻolib boshqa ishtirokchi deb topildi.';
const LOG_IS_PUBLIC =
  'Auksion jurnali ochiq: barcha narxlar vaqti bilan koʻrsatilgan, kech yuborilgan taklif yoʻq.';
const WRONG_AREA =
  'Lot tavsifidagi maʼlumot mulk hujjatlaridagidan farq qiladi, narx shu sabab notoʻgʻri shakllangan.';
const AREA_IS_WRONG = 'Tavsifda xato bor: hujjatlar bilan solishtirildi, natija bekor qilinadi.';

/**
 * Every status that a lot can have beyond a sale at a fixed price, the longest past first: so the books of
 * the people are in the order of time.
 */
export const STORIES: readonly Story[] = [
  {
    name: 'paid-in-part',
    status: LOT_STATUS.paidInPart,
    mostUzs: 400_000_000,
    async play(trail, time) {
      const winner = trail.world.partsBuyerPersonId;
      const opensAtMs = workingDayAfter(time, startOfDay(time.nowMs) - SOLD_BY_PARTS_DAYS * DAY_MS);
      const rules = { lateFee: { percentPerDay: 0.1, capPercent: 5 } };
      const trade = auction(opensAtMs, { instalmentMonths: 6, rules });
      const sale = { people: [...bots(trail, 3, 2), winner], winner };
      if (!(await sold(trail, trade, time, sale))) return false;
      await trail.goTo(opensAtMs + 30 * HOUR_MS);
      const dueAtMs = await trail.payPart(0);
      await trail.goTo(workingDayAfter(time, opensAtMs + 5 * DAY_MS) + HOUR_MS);
      await trail.confirmHandOver();
      await trail.wait(HOUR_MS);
      await trail.payOut('PP-000291');
      await trail.letTimePass(dueAtMs + 40 * HOUR_MS);
      await trail.payPart(1);
      await trail.goTo(workingDayAfter(time, dueAtMs + 4 * DAY_MS) + HOUR_MS);
      await trail.payOut('PP-000346');
      return true;
    },
  },
  {
    name: 'handed-over',
    status: LOT_STATUS.soldAndPaid,
    mostUzs: 200_000_000,
    async play(trail, time) {
      const trade = auction(workingDayBefore(time, 9) + HOUR_MS);
      const [winner = '', loser = '', ...others] = bots(trail, 4);
      const sale = { people: [loser, ...others, winner], winner };
      if (!(await sold(trail, trade, time, sale))) return false;
      await trail.goTo(workingDayBefore(time, 8) + HOUR_MS);
      const protest = await trail.protest(loser, LATE_BID);
      await trail.wait(5 * HOUR_MS);
      await trail.answerProtest(protest, 'reject', LOG_IS_PUBLIC);
      await trail.goTo(workingDayBefore(time, 7) + HOUR_MS);
      await trail.pay();
      await trail.goTo(workingDayBefore(time, 5) + HOUR_MS);
      await trail.confirmHandOver();
      await trail.goTo(workingDayBefore(time, 2) + HOUR_MS);
      await trail.payOut('PP-000388');
      return true;
    },
  },
  {
    name: 'sold-and-paid',
    status: LOT_STATUS.soldAndPaid,
    mostUzs: 60_000_000,
    async play(trail, time) {
      const trade = auction(workingDayBefore(time, 7));
      const people = [...bots(trail, 4, 2), buyerOf(trail)];
      if (!(await sold(trail, trade, time, { people, winner: buyerOf(trail) }))) return false;
      await trail.letTimePass(trade.opensAtMs + 26 * HOUR_MS);
      await trail.pay();
      return true;
    },
  },
  {
    name: 'result-cancelled',
    status: LOT_STATUS.resultCancelled,
    mostUzs: 200_000_000,
    async play(trail, time) {
      const trade = auction(workingDayBefore(time, 6) + HOUR_MS);
      const [winner = '', ...others] = bots(trail, 3, 4);
      const people = [...others, buyerOf(trail), winner];
      if (!(await sold(trail, trade, time, { people, winner }))) return false;
      await trail.goTo(workingDayBefore(time, 5) + 2 * HOUR_MS);
      const protest = await trail.protest(buyerOf(trail), WRONG_AREA);
      await trail.wait(4 * HOUR_MS);
      await trail.answerProtest(protest, 'accept', AREA_IS_WRONG);
      await trail.goTo(workingDayBefore(time, 4) + HOUR_MS);
      await trail.upholdProtest(protest, AREA_IS_WRONG);
      return true;
    },
  },
  {
    name: 'not-confirmed',
    status: LOT_STATUS.priceNotConfirmed,
    mostUzs: 400_000_000,
    async play(trail, time) {
      const trade = auction(workingDayBefore(time, 5) + HOUR_MS, OFFERED_TO_SOLE);
      if (!(await published(trail, trade, time))) return false;
      await trail.admit(bots(trail, 1, 6));
      await trail.hold('not-held');
      await trail.goTo(workingDayBefore(time, 4) + HOUR_MS);
      await trail.declineOffer();
      return true;
    },
  },
  {
    name: 'no-price',
    status: LOT_STATUS.noPriceGiven,
    mostUzs: 400_000_000,
    async play(trail, time) {
      if (!(await published(trail, auction(workingDayBefore(time, 4) + 2 * HOUR_MS), time))) return false;
      await trail.admit(bots(trail, 3, 8));
      await trail.hold('no-price-given');
      return true;
    },
  },
  {
    name: 'overdue',
    status: LOT_STATUS.paymentOverdue,
    mostUzs: 60_000_000,
    async play(trail, time) {
      const { opensAtMs, dueAtMs } = deadlinePassed(time, 3, MINUTE_MS);
      const trade = auction(opensAtMs, { paymentWorkingDays: 3, rules: { graceWorkingDays: 1 } });
      const people = [...bots(trail, 3, 5), buyerOf(trail)];
      if (!(await sold(trail, trade, time, { people, winner: buyerOf(trail) }))) return false;
      await trail.letTimePass(dueAtMs + 10 * SECOND_MS);
      return true;
    },
  },
  {
    name: 'offered-to-reserve',
    status: LOT_STATUS.offeredToOne,
    mostUzs: 60_000_000,
    async play(trail, time) {
      const trade = auction(workingDayBefore(time, 2));
      // Not a bot: they confirm purchases at earlier instants, and codes to a phone are sent in the order of time.
      const winner = trail.world.partsBuyerPersonId;
      const people = [...bots(trail, 2, 4), buyerOf(trail), winner];
      if (!(await sold(trail, trade, time, { people, winner }))) return false;
      // Just now: an offer ends at 18:00, and this one is open at any time of day.
      await trail.goTo(time.nowMs - 30 * MINUTE_MS);
      await trail.refuseSale();
      return true;
    },
  },
  {
    name: 'not-held',
    status: LOT_STATUS.notHeld,
    mostUzs: 400_000_000,
    async play(trail, time) {
      if (!(await published(trail, auction(workingDayBefore(time, 3) + HOUR_MS), time))) return false;
      await trail.hold('not-held');
      return true;
    },
  },
  {
    name: 'withdrawn',
    status: LOT_STATUS.withdrawn,
    mostUzs: 400_000_000,
    async play(trail, time) {
      const trade = auction(workingDayBefore(time, 2) + 5 * HOUR_MS);
      if (!(await published(trail, trade, time))) return false;
      await trail.admit(bots(trail, 2, 7));
      await trail.goTo(trade.opensAtMs - 20 * MINUTE_MS);
      await trail.withdraw();
      return true;
    },
  },
  {
    name: 'repeated',
    status: LOT_STATUS.archived,
    mostUzs: 400_000_000,
    async play(trail, time) {
      // It is published again a working day later, and has the same hour a day after that: one that is still to come.
      const nextHour = (Math.floor((time.nowMs - startOfDay(time.nowMs)) / HOUR_MS) + 2) % 24;
      const opensAtMs = startOfDay(workingDayBefore(time, 2)) + nextHour * HOUR_MS;
      if (!(await published(trail, auction(opensAtMs, { untilSold: true }), time))) return false;
      await trail.hold('not-held');
      await trail.repeat();
      return true;
    },
  },
  {
    name: 'awaiting-payment',
    status: LOT_STATUS.awaitingPayment,
    mostUzs: 60_000_000,
    play(trail, time) {
      const people = [...bots(trail, 3), buyerOf(trail)];
      const sale = { people, winner: buyerOf(trail) };
      return sold(trail, auction(workingDayBefore(time, 1)), time, sale);
    },
  },
  {
    name: 'protested',
    status: LOT_STATUS.awaitingPayment,
    mostUzs: 200_000_000,
    async play(trail, time) {
      const trade = auction(workingDayBefore(time, 1) + 2 * HOUR_MS);
      const [winner = '', loser = '', ...others] = bots(trail, 3, 6);
      const sale = { people: [...others, loser, winner], winner };
      if (!(await sold(trail, trade, time, sale))) return false;
      await trail.wait(HOUR_MS);
      await trail.protest(loser, LATE_BID);
      return true;
    },
  },
  {
    name: 'offered-to-sole',
    status: LOT_STATUS.offeredToOne,
    mostUzs: 60_000_000,
    async play(trail, time) {
      const opensAtMs = Math.min(time.nowMs - 3 * HOUR_MS, workingDayBefore(time, 0));
      const trade = auction(opensAtMs, OFFERED_TO_SOLE);
      if (!(await published(trail, trade, time))) return false;
      await trail.admit([buyerOf(trail)]);
      await trail.hold('not-held');
      return true;
    },
  },
  {
    name: 'bidding',
    status: LOT_STATUS.biddingNow,
    mostUzs: 400_000_000,
    play: liveRoom,
  },
  {
    name: 'starting-soon',
    status: LOT_STATUS.startingSoon,
    mostUzs: 400_000_000,
    play(trail, { nowMs }) {
      const opensAtMs = nowMs + 50 * MINUTE_MS;
      const rules = { applicationsUntil: 'hourBeforeStart' } as const;
      return comingRoom(trail, auction(opensAtMs, { rules }), [...bots(trail, 3, 4), buyerOf(trail)]);
    },
  },
  {
    name: 'suspended',
    status: LOT_STATUS.suspended,
    mostUzs: 400_000_000,
    toSuspend: true,
    play: liveRoom,
  },
  {
    name: 'accepting',
    status: LOT_STATUS.acceptingApplications,
    mostUzs: 400_000_000,
    async play(trail, { nowMs }) {
      const opensAtMs = startOfDay(nowMs) + 3 * DAY_MS + 11 * HOUR_MS;
      return trail.publish(auction(opensAtMs), nowMs - 4 * HOUR_MS);
    },
  },
];
