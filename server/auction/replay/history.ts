import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { HAMMER_OUTCOMES, REFUSAL_REASONS, type HammerOutcome } from '#shared/auction/refusals.ts';
import {
  auctionRulesSchema,
  MAX_TIYIN,
  type AuctionRules,
  type AuctionTerms,
} from '#shared/auction/rules.ts';
import { termsProblem } from '#shared/auction/terms-problem.ts';
import { checkPublicLog, type LogProblem } from '#shared/trust/check-public-log.ts';
import { LOG_FORMAT, type PublicLog } from '#shared/trust/public-log.ts';
import { roomLogSchema } from './room-log.ts';
import { roomStepsOf } from './room-steps.ts';

const amount = z.int().min(1).max(MAX_TIYIN);
const timeMs = z.int().min(0);
const bidder = z.string().min(1).max(200);

const minParticipants = z.union([
  auctionRulesSchema.shape.minParticipants,
  /** A plain number counts at the close. */
  z
    .int()
    .min(0)
    .max(1_000)
    .transform((count) => ({ count, at: 'close' as const })),
]);

const rules = auctionRulesSchema.extend({
  minParticipants: minParticipants.default({ count: 0, at: 'close' }),
  overtime: auctionRulesSchema.shape.overtime.default(null),
  leaderMayRaise: z.boolean().default(false),
});

/** `sold`, `not-held`, `no-price-given`, `withdrawn`, also written with spaces, underscores or in camelCase. */
const outcome = z.string().transform((text, context): HammerOutcome => {
  const words = text.replace(/([a-z])([A-Z])/g, '$1-$2').replace(/[\s_]+/g, '-');
  const known = HAMMER_OUTCOMES.find((name) => name === words.toLowerCase());
  if (known) return known;
  context.addIssue({ code: 'custom', message: `an outcome is one of ${HAMMER_OUTCOMES.join(', ')}` });
  return z.NEVER;
});

const bid = z
  .object({
    at: timeMs,
    bidder,
    /** An offer. */
    amount: amount.optional(),
    /** An auto-bid's maximum. */
    maximum: amount.optional(),
    /** For repeats: without an id each bid is a separate one. */
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .optional(),
  })
  .refine((b) => (b.amount === undefined) !== (b.maximum === undefined), 'either amount or maximum');

/** One recorded auction: one JSON object a line. Amounts are whole numbers of any minor unit, times epoch ms. */
const historySchema = z
  .object({
    id: z.union([z.string().min(1), z.int().transform(String)]),
    rules,
    startPrice: amount,
    opensAt: timeMs,
    closesAt: timeMs,
    bids: z.array(bid).default([]),
    /** Instead of bids: the steps of a room. A public log is read as its steps. */
    log: roomLogSchema.optional(),
    /** Who is admitted; everyone named in the bids when absent. */
    admitted: z.array(bidder).optional(),
    /** Limits by bidder; they apply as the rules say. */
    limits: z.record(z.string(), amount).default({}),
    expected: z
      .strictObject({
        outcome,
        winner: bidder.nullable(),
        price: amount.nullable(),
        closesAt: z.number().min(0),
        extensions: z.int().min(0),
        accepted: z.int().min(0),
        refused: z.partialRecord(z.enum(REFUSAL_REASONS), z.int().min(0)),
      })
      .partial()
      .default({}),
  })
  .superRefine((history, context) => {
    for (const name of ['bids', 'log'] as const) {
      const steps: readonly { at: number }[] = history[name] ?? [];
      const backwards = steps.findIndex((step, i) => i > 0 && step.at < (steps[i - 1]?.at ?? 0));
      if (backwards >= 0)
        context.addIssue({ code: 'custom', message: 'time runs backwards', path: [name, backwards, 'at'] });
    }
    if (history.log && history.bids.length > 0)
      context.addIssue({ code: 'custom', message: 'either bids or log', path: ['log'] });
    const problem = termsProblem(termsOf(history, 1));
    if (problem) context.addIssue({ code: 'custom', message: problem.replaceAll('-', ' ') });
  });

export type History = z.output<typeof historySchema>;

/** The frozen terms of a history's room. */
export function termsOf(
  history: { rules: AuctionRules; startPrice: number; opensAt: number; closesAt: number },
  lotId: number,
): AuctionTerms {
  return {
    lotId,
    rules: history.rules,
    startPriceTiyin: history.startPrice,
    opensAtMs: history.opensAt,
    closesAtMs: history.closesAt,
    practice: false,
    watchable: true,
  };
}

/** A file or line that is not a history; the message names both. */
export class UnreadableHistory extends Error {
  override name = 'UnreadableHistory';
}

/** Reads histories from JSONL files, in order. Throws UnreadableHistory on the first invalid line or duplicate id. */
export async function readHistories(files: string[]): Promise<History[]> {
  const histories: History[] = [];
  const seen = new Map<string, string>();
  for (const file of files) {
    const lines = (await readText(file)).split('\n');
    for (const [i, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const where = `${file}:${i + 1}`;
      const history = await parseHistory(line, where);
      const before = seen.get(history.id);
      if (before) throw new UnreadableHistory(`${where}: the id ${history.id} was used in ${before}`);
      seen.set(history.id, where);
      histories.push(history);
    }
  }
  if (histories.length === 0) throw new UnreadableHistory(`no history in ${files.join(', ')}`);
  return histories;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // Not retried: reported to the caller, who named the file.
    throw new UnreadableHistory(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function parseHistory(line: string, where: string): Promise<History> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new UnreadableHistory(`${where}: not JSON`, { cause: error });
  }
  const parsed = historySchema.safeParse(isPublicLog(value) ? await historyOf(value, where) : value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'history'}: ${message}`);
  throw new UnreadableHistory(`${where}: ${issues.join('; ')}`);
}

const isPublicLog = (value: unknown): value is PublicLog =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === LOG_FORMAT;

const PROBLEMS: Record<LogProblem, string> = {
  malformed: 'is not a whole public log',
  terms: 'has other terms than its head states',
  sequence: 'lacks an entry, or has one in another place',
  hash: 'was changed',
  price: 'has a price that does not rise',
  head: 'does not end as its head states',
  opening: 'opens a maximum that is not the one it committed to',
  'auto-bid': 'has an auto-bid that did not follow its maximum',
};

/** The steps of a public log, expected to lead to the result its head states. Throws UnreadableHistory when it was changed. */
async function historyOf(log: PublicLog, where: string): Promise<z.input<typeof historySchema>> {
  const { problem } = await checkPublicLog(log);
  if (problem)
    throw new UnreadableHistory(`${where}: the log ${PROBLEMS[problem.problem]} (at entry ${problem.seq})`);
  const { terms, entries, head } = log;
  const { outcome, winnerNumber, priceTiyin, deadlineUs, extensions, prices } = head.statement;
  return {
    id: `lot-${terms.lotId}`,
    rules: terms.rules,
    startPrice: terms.startPriceTiyin,
    opensAt: terms.opensAtMs,
    closesAt: terms.closesAtMs,
    admitted: [],
    log: roomStepsOf(entries),
    expected: {
      outcome,
      winner: winnerNumber === null ? null : String(winnerNumber),
      price: priceTiyin,
      closesAt: deadlineUs / 1_000,
      extensions,
      accepted: prices,
    },
  };
}
