import type { LotsRepository, LotTermsRow } from '#server/domains/trade/lots/index.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';

/** Rooms are opened in the core this long before their start, or at the first admission. */
const OPEN_BEFORE_MS = 30 * 60_000;
const BATCH = 500;

export interface ScheduleAuctionDeps {
  lots: Pick<LotsRepository, 'roomsToOpen' | 'roomToOpen' | 'markRoomOpened' | 'closeApplications'>;
  /** Opens the room in the core; idempotent. */
  openRoom: (terms: AuctionTerms) => Promise<unknown>;
  /** A room could not be opened: retried in the next round; the others do not wait for it. */
  onError: (error: unknown, lotId: number) => void;
}

/** Terms for the core. */
export const termsOf = (lot: LotTermsRow): AuctionTerms => ({
  lotId: lot.id,
  rules: lot.rules,
  startPriceTiyin: lot.start_price_tiyin,
  opensAtMs: lot.opens_at.getTime(),
  closesAtMs: lot.closes_at.getTime(),
  practice: lot.practice,
  watchable: lot.watchable,
});

/** Hands lots to the core as waiting rooms: 30 minutes before their start, or at their first admission. */
export function createScheduleAuction({ lots, openRoom, onError }: ScheduleAuctionDeps) {
  async function open(lot: LotTermsRow): Promise<void> {
    // The core ignores terms for a known room, so the next round repairs a crash between the two lines.
    await openRoom(termsOf(lot));
    await lots.markRoomOpened(lot.id);
  }

  return {
    /** For the first admission. No effect for lots that have ended or are not for auction. */
    async openOne(lotId: number): Promise<void> {
      const lot = await lots.roomToOpen(lotId);
      if (lot && lot.room_opened_at === null) await open(lot);
    },

    /** Opens every room that is due, and ends applications whose time is over. Returns how many rooms. */
    async openDue(now: Date = new Date()): Promise<number> {
      await lots.closeApplications(now);
      const due = await lots.roomsToOpen(new Date(now.getTime() + OPEN_BEFORE_MS), BATCH);
      let opened = 0;
      for (const lot of due) {
        try {
          await open(lot);
          opened += 1;
        } catch (error) {
          // Retried in the next round; a lot with impossible terms stays closed and is reported each time.
          onError(error, lot.id);
        }
      }
      return opened;
    },
  };
}
