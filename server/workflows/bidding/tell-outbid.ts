import type { CommittedPrice, PassedPricesRepository, UsedUpAutoBid } from '#server/auction/index.ts';
import type { PushAlerts } from '#server/domains/content/notifications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { AlertChannel } from '#shared/notifications/channels.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';

export interface TellOutbidDeps {
  db: AnyDb;
  prices: Pick<
    PassedPricesRepository,
    'runningHeads' | 'pricesBetween' | 'lastPriceBefore' | 'autoBidsWithin'
  >;
  alerts: PushAlerts;
  /** null: there are no alerts about this lot. */
  lot(lotId: number): Promise<{ title: LocalizedText } | null>;
  /** null: the person wants no such alerts. */
  reader(personId: string): Promise<{ language: Language; channels: readonly AlertChannel[] } | null>;
  /** @param of.usedUpTiyin maximum of the person's auto-bid that these prices used up; null: they passed a price alone */
  words(
    language: Language,
    of: { title: string; priceTiyin: number; usedUpTiyin: number | null },
  ): { title: string; body: string };
  now(): number;
  /** How long after a price it is of use to know that one's own was passed, s. */
  usefulS: number;
}

interface Passed {
  person: string;
  /** Entry of the person's own last price, or of the auto-bid that confirmed none. */
  ownSeq: number;
  /** When another price was confirmed after it. */
  at: Date;
  usedUpTiyin: number | null;
}

/** People whose last price another one follows, or whose auto-bid can answer these prices no more; without the leader. */
function passedIn(
  prices: readonly CommittedPrice[],
  autoBids: readonly UsedUpAutoBid[],
  leader: string,
): Passed[] {
  const last = new Map(prices.map((price) => [price.person, price]));
  const maxima = new Map(autoBids.map((auto) => [auto.person, auto]));
  return [...new Set([...last.keys(), ...maxima.keys()])].flatMap((person) => {
    if (person === leader) return [];
    const own = last.get(person);
    const auto = maxima.get(person);
    // Who has offered more than the maximum since has no auto-bid that this price could use up.
    const usedUp = auto && (own?.amountTiyin ?? 0) <= auto.maximumTiyin ? auto : null;
    const ownSeq = own?.seq ?? usedUp?.seq;
    const next = prices.find(({ seq, amountTiyin }) =>
      own ? seq > own.seq : amountTiyin >= (usedUp?.maximumTiyin ?? Infinity),
    );
    if (ownSeq === undefined || !next) return [];
    return [{ person, ownSeq, at: next.committedAt, usedUpTiyin: usedUp?.maximumTiyin ?? null }];
  });
}

/**
 * Queues an alert for everybody whose price was passed or whose auto-bid was used up since the round before, one for both, once for
 * each price of their own. One round, to be
 * repeated by any number of workers: which rooms have gone on is remembered in the process, and a new one looks back as far as
 * an alert is of use. An answer given meanwhile is seen when the alert is sent.
 */
export function createTellOutbid(deps: TellOutbidDeps): () => Promise<void> {
  const { prices, alerts } = deps;
  /** Per room: the head last seen and the entry of its last price. */
  const seen = new Map<number, { seq: number; priceSeq: number }>();

  async function alert(lotId: number, passed: readonly Passed[], priceTiyin: number): Promise<void> {
    const reached = await alerts.reach(passed.map(({ person }) => person));
    const lot = reached.size > 0 ? await deps.lot(lotId) : null;
    if (!lot) return;
    for (const { person, ownSeq, at, usedUpTiyin } of passed) {
      const reader = reached.has(person) ? await deps.reader(person) : null;
      if (!reader) continue;
      const { title, body } = deps.words(reader.language, {
        title: lot.title[reader.language],
        priceTiyin,
        usedUpTiyin,
      });
      const passedPrice = {
        personId: person,
        key: `outbid:${lotId}:${ownSeq}`,
        topic: 'auctions',
        title,
        body,
        path: `/game-view/${lotId}`,
        expiresAt: new Date(at.getTime() + deps.usefulS * 1_000),
        outbid: { lotId, ownSeq },
      } as const;
      await inTransaction(deps.db, async (tx) => {
        for (const channel of reader.channels) await alerts.queue(tx, channel, passedPrice);
      });
    }
  }

  return async () => {
    if (!(await alerts.reachesAny())) {
      seen.clear();
      return;
    }
    const heads = await prices.runningHeads();
    const running = new Set(heads.map(({ lotId }) => lotId));
    for (const lotId of seen.keys()) if (!running.has(lotId)) seen.delete(lotId);
    const usefulFrom = new Date(deps.now() - deps.usefulS * 1_000);
    for (const { lotId, seq, leader } of heads) {
      const before = seen.get(lotId);
      if (before?.seq === seq) continue;
      const from = before?.priceSeq ?? (await prices.lastPriceBefore(lotId, usefulFrom));
      // As the room was when its leader was read: the round that sees a later entry alerts those whose price it passes.
      const found = await prices.pricesBetween(lotId, from, seq);
      const newest = found.at(-1);
      if (!newest) continue;
      const autoBids = await prices.autoBidsWithin(lotId, seq, {
        // Those below the price at which the round before ended were used up before it.
        fromTiyin: found[0]?.seq === from ? found[0].amountTiyin : 0,
        toTiyin: newest.amountTiyin,
      });
      await alert(
        lotId,
        passedIn(found, autoBids, leader).filter(({ at }) => at >= usefulFrom),
        newest.amountTiyin,
      );
      // Last: a round that failed is made again.
      seen.set(lotId, { seq, priceSeq: newest.seq });
    }
  };
}
