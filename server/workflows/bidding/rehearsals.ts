import { NotInRuleSet, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { frozenLot, type LotsRepository, type NewLot } from '#server/domains/trade/lots/index.ts';
import { botIds, createRehearsalsRepository } from '#server/domains/trade/rehearsals/index.ts';
import {
  createConsoleRoomsRepository,
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  type RoomCommands,
} from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids, unavailable } from '#server/platform/errors/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { Rehearsal } from '#shared/api/console/rehearsals.ts';
import { LANGUAGES, type LocalizedText } from '#shared/i18n/localized.ts';
import {
  OWN_STEP_RULE_SETS,
  REHEARSAL_OPENS_SECONDS,
  REHEARSAL_OVERDUE_HOURS,
  REHEARSALS_AT_ONCE,
  REHEARSALS_SHOWN,
} from '#shared/limits/rehearsals.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';

const HOUR_MS = 60 * MINUTE_MS;

/** What a member of staff chooses. */
export interface WantedRehearsal {
  ruleSet: Rehearsal['ruleSet'];
  startPriceTiyin: number;
  /** null: by the rule set. */
  stepTiyin: number | null;
  minutes: number;
  bots: number;
}

interface By {
  personId: string;
  name: string;
  address: string;
}

export interface RehearsalsDeps {
  db: AnyDb;
  lots: LotsRepository;
  reference: ReferenceService;
  rooms: Pick<RoomCommands, 'withdraw'>;
  /** Makes sure that the core has the room; idempotent. */
  openRoom: (lotId: number) => Promise<void>;
  actions: Pick<ActionLog, 'record'>;
  texts: Pick<Texts, 'text'>;
  now?: () => number;
}

export type Rehearsals = ReturnType<typeof createRehearsals>;

/** Practice rooms of staff: the real core by the rules in force, without money, and in no list of the site. */
export function createRehearsals(deps: RehearsalsDeps) {
  const { db, lots, reference, rooms, openRoom, actions, texts, now = Date.now } = deps;

  const inAll = (key: string): LocalizedText =>
    Object.fromEntries(LANGUAGES.map((language) => [language, texts.text(language, key)])) as LocalizedText;

  /** @throws 422 where no room can be held by what was chosen */
  async function lotOf(wanted: WantedRehearsal, opensAt: Date) {
    const { ruleSet, startPriceTiyin, stepTiyin, minutes } = wanted;
    if (stepTiyin !== null && !OWN_STEP_RULE_SETS.includes(ruleSet))
      throw ruleForbids('rehearsals.step-prescribed');
    if (stepTiyin !== null && stepTiyin > startPriceTiyin) throw ruleForbids('rehearsals.step-too-large');
    const [[region], categories] = await Promise.all([reference.regions(), reference.categories()]);
    const title = inAll(`console-rehearsals:lot.${ruleSet}`);
    const lot: NewLot = {
      title,
      description: inAll('console-rehearsals:lot.description'),
      address: inAll('console-rehearsals:lot.name'),
      categoryId: categories.at(-1)?.id ?? 0,
      regionId: region?.id ?? 0,
      quantity: 1,
      latitude: null,
      longitude: null,
      photos: [],
      customer: { name: inAll('console-rehearsals:lot.name'), ownerType: 'legal', phone: null, email: null },
      customerPersonId: null,
      orderId: null,
      orderType: ruleSet.startsWith('state') ? 'state' : 'private',
      ruleSet,
      choices: stepTiyin === null ? {} : { ownStepTiyin: stepTiyin },
      startPriceTiyin,
      publishedAt: new Date(now()),
      opensAt,
      closesAt: new Date(opensAt.getTime() + minutes * MINUTE_MS),
      rehearsal: true,
    };
    try {
      return await frozenLot(lots, reference, lot);
    } catch (error) {
      if (!(error instanceof NotInRuleSet)) throw error;
      throw ruleForbids('rehearsals.start-too-high', { cause: error });
    }
  }

  /** Repeating it changes nothing. */
  async function withdraw(lotId: number, reason: string) {
    try {
      await openRoom(lotId);
      return await rooms.withdraw(lotId, reason);
    } catch (error) {
      // Not retried here: the core has tried for seconds already.
      if (isOutcomeUnknown(error)) throw unavailable('console-rooms.unknown', { cause: error });
      throw error;
    }
  }

  return {
    /** The newest first. */
    list: (): Promise<Rehearsal[]> => createRehearsalsRepository(db).newest(REHEARSALS_SHOWN),

    /**
     * Its bots apply with it, and are admitted like everybody in their turn.
     * 409 `rehearsals.too-many`, 422 `rehearsals.step-prescribed`, `rehearsals.step-too-large`, `rehearsals.start-too-high`.
     */
    async start(wanted: WantedRehearsal, by: By): Promise<{ lotId: number; opensAtMs: number }> {
      const opensAt = new Date(now() + REHEARSAL_OPENS_SECONDS * 1_000);
      const lot = await lotOf(wanted, opensAt);
      return inTransaction(db, async (tx) => {
        const repository = createRehearsalsRepository(tx);
        await repository.lockStarts();
        if ((await repository.countOpen()) >= REHEARSALS_AT_ONCE)
          throw conflict('rehearsals.too-many', { values: { max: REHEARSALS_AT_ONCE } });
        const lotId = await lots.insert(lot, tx);
        const { personId, name: byName, address } = by;
        await repository.add({ lotId, bots: wanted.bots, by: personId, byName });
        const applications = createTradeApplicationsRepository(tx);
        for (const bot of botIds(wanted.bots)) await applications.request(lotId, bot, null);
        const reason = `lot:${lotId} ${wanted.ruleSet}`;
        await actions.record(
          { personId, type: 'room', action: 'rehearsal-started', result: 'done', reason, address },
          tx,
        );
        return { lotId, opensAtMs: opensAt.getTime() };
      });
    },

    /** 404: no such rehearsal. 409 `rehearsals.over`. 503 `console-rooms.unknown`: it may be sent again. */
    async end(lotId: number, written: string, { personId, name: personName, address }: By): Promise<void> {
      const found = await createRehearsalsRepository(db).find(lotId);
      if (!found) throw notFound();
      if (found.over) throw conflict('rehearsals.over');
      const answer = await withdraw(lotId, written);
      if (answer.verdict === 'refused') throw conflict('rehearsals.over');
      await inTransaction(db, async (tx) => {
        await createRehearsalsRepository(tx).endedBy(lotId, personName);
        await createConsoleRoomsRepository(tx).log({
          lotId,
          action: 'withdraw',
          personId,
          personName,
          reason: written,
          result: 'done',
        });
        const reason = `lot:${lotId} ${written}`;
        await actions.record(
          { personId, type: 'room', action: 'rehearsal-ended', result: 'done', reason, address },
          tx,
        );
      });
    },

    /** Ends those that a pause has held for hours beyond their planned end. Returns how many. */
    async endOverdue(): Promise<number> {
      const before = new Date(now() - REHEARSAL_OVERDUE_HOURS * HOUR_MS);
      const overdue = await createRehearsalsRepository(db).overdue(before);
      for (const lotId of overdue) await withdraw(lotId, 'rehearsal-overdue');
      return overdue.length;
    },
  };
}
