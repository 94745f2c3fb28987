import type { Database, AnyDb } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { AUCTION_LOTS, INSTALMENT_MONTHS, RENT_MONTHS, UNIT_LOTS, type DemoLot } from '../content/index.ts';
import type { DemoWorld } from '../demo-lots.ts';
import { customersText } from '../order-fields.ts';
import { randomOf } from '../pictures/random.ts';
import { nextLot } from '../bots/lot-supply.ts';
import { fundIndemnity } from './fund-indemnity.ts';
import { runAtInstant } from './past-clock.ts';
import { inPastTransaction } from './past-session.repository.ts';
import { STORIES, type Story } from './stories.ts';
import { trailLotsOf } from './scenario-lots.repository.ts';
import { createTrail } from './scenario.ts';
import { UNIT_STORIES } from './unit-stories.ts';
import type { ScenarioTools } from './scenario-tools.ts';

export interface PlayTrailsDeps {
  database: Pick<Database, 'db' | 'pool'>;
  world: DemoWorld;
  logger: Pick<Logger, 'warn'>;
  /** The product's calls and workflows on a connection. */
  toolsOn(db: AnyDb): { tools: ScenarioTools; end(): Promise<void> };
  /** False: the process is ending. */
  goOn(): boolean;
}

const TRIES = 2;
/** Before each lot that shows how lots end. */
const INDEMNITY_DAYS = 80;

/** In the order in which they are made. */
export const EVERY_STORY: readonly Story[] = [...STORIES, ...UNIT_STORIES];

/** None whose terms say more than a story does. */
export const fitsTrails = ({ orderType, pattern }: DemoLot): boolean =>
  orderType === 'private' && INSTALMENT_MONTHS[pattern] === undefined && RENT_MONTHS[pattern] === undefined;

/** None that the demo has shown, and of a kind that is not on show where possible. */
function lotFor(story: Story, titles: ReadonlySet<string>): DemoLot | null {
  const lots = story.lots ?? AUCTION_LOTS;
  const fitting = lots.filter((lot) => fitsTrails(lot) && lot.price <= story.mostUzs);
  const shown = [...AUCTION_LOTS, ...UNIT_LOTS].filter(
    ({ title }) => titles.has(title.uz) || titles.has(customersText(title.uz)),
  );
  const used = new Set(shown.map(({ key }) => key));
  const patterns = new Set(shown.map(({ pattern }) => pattern));
  return nextLot(fitting, used, patterns, randomOf(`trail:${story.name}:${titles.size}`));
}

/** Work with the product's calls in one transaction, whose clock it sets: done whole or not at all. */
async function inOnePast<Result>(
  deps: PlayTrailsDeps,
  nowMs: number,
  work: (tools: ScenarioTools, set: (at: Date) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  return runAtInstant(nowMs, (setProcess) =>
    inPastTransaction(deps.database.pool, async (db, setDatabase) => {
      await setDatabase(new Date(nowMs));
      const { tools, end } = deps.toolsOn(db);
      const set = async (at: Date): Promise<void> => {
        setProcess(at.getTime());
        await setDatabase(at);
      };
      try {
        return await work(tools, set);
      } finally {
        await end();
      }
    }),
  );
}

/** One trail, whole or not at all. */
async function play(deps: PlayTrailsDeps, story: Story, lot: DemoLot): Promise<boolean> {
  const nowMs = Date.now();
  const { world } = deps;
  return inOnePast(deps, nowMs, async (tools, set) => {
    const trail = createTrail({
      tools,
      world,
      lot,
      name: `${story.name} ${tashkentDay(nowMs)}`,
      nowMs,
      set,
    });
    const time = { nowMs, calendar: await tools.reference.workingCalendar() };
    const isNew = await story.play(trail, time);
    if (isNew && story.toSuspend) world.toSuspend = trail.lotId;
    return isNew;
  });
}

/** What was rolled back is tried once more: the database was busy, or away for a moment. @returns null: not made */
async function triedTwice<Result>(
  { logger }: PlayTrailsDeps,
  story: string,
  make: () => Promise<Result>,
): Promise<Result | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      return await make();
    } catch (error) {
      // Not retried a second time: the next start makes what is missing; the other trails do not wait for it.
      logger.warn({ err: error, story, attempt }, 'trail of the demo not made');
    }
  }
  return null;
}

/**
 * For each status that no lot of the demo shows, a lot that has come to it: from the signed order on, by the product's own
 * workflows on a clock of the past. One after the other, each in one transaction: what is killed is begun again by the next
 * start, and what is there is not made twice. The operator's own money for buyers comes first. Resolves with how many lots were made.
 */
export async function playTrails(deps: PlayTrailsDeps): Promise<number> {
  const { statuses, titles } = await trailLotsOf(deps.database.db, deps.world.customerPersonId);
  let made = 0;
  if (deps.goOn())
    await triedTwice(deps, 'indemnity', () =>
      inOnePast(deps, Date.now() - INDEMNITY_DAYS * DAY_MS, (tools) => fundIndemnity(tools, deps.world)),
    );
  for (const story of EVERY_STORY) {
    if (!deps.goOn()) break;
    if (statuses.has(story.status)) continue;
    const lot = lotFor(story, titles);
    if (!lot) continue;
    if (await triedTwice(deps, story.name, () => play(deps, story, lot))) made += 1;
    titles.add(lot.title.uz);
  }
  return made;
}
