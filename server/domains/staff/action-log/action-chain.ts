import { createHash } from 'node:crypto';

/** An action as it is hashed. */
export interface ChainedAction {
  id: number;
  personId: string | null;
  type: string;
  action: string;
  result: string;
  reason: string | null;
  address: string | null;
  /** µs since 1970. */
  atUs: number;
}

/** A run of actions without a gap: ids above `afterId`, up to `lastId`. */
export interface ActionBlock {
  /** From 1, without a gap. */
  number: number;
  afterId: number;
  lastId: number;
  count: number;
  /** Hex, SHA-256. */
  actionsHash: string;
  /** Hex, SHA-256 over the hash of the block before and this block's numbers. */
  hash: string;
}

const MONTH_CHARS = 'YYYY-MM'.length;

/** Before the first block. */
export const CHAIN_START = '0'.repeat(64);

/** SHA-256 (hex) of actions in the order of their ids, a line of JSON each. */
export function hashOfActions(actions: readonly ChainedAction[]): string {
  const hash = createHash('sha256');
  for (const { id, personId, type, action, result, reason, address, atUs } of actions)
    hash.update(`${JSON.stringify([id, personId, type, action, result, reason, address, atUs])}\n`);
  return hash.digest('hex');
}

/** @param previousHash of the block before; CHAIN_START for the first one */
export function hashOfBlock(previousHash: string, block: Omit<ActionBlock, 'hash'>): string {
  const { number, afterId, lastId, count, actionsHash } = block;
  return createHash('sha256')
    .update(
      JSON.stringify(['savdo-action-block-v1', previousHash, number, afterId, lastId, count, actionsHash]),
    )
    .digest('hex');
}

const monthOf = ({ atUs }: ChainedAction): string =>
  new Date(atUs / 1_000).toISOString().slice(0, MONTH_CHARS);

/**
 * The actions of the next block: those from the start that are of one month (UTC), because old actions leave the database by months.
 * @param actions by id; not empty
 */
export function withinOneMonth(actions: readonly ChainedAction[]): ChainedAction[] {
  const [first] = actions;
  const other = actions.findIndex((each) => first !== undefined && monthOf(each) !== monthOf(first));
  return actions.slice(0, other < 0 ? actions.length : other);
}

/** The block of these actions after the given one. */
export function blockOf(before: ActionBlock | null, actions: readonly ChainedAction[]): ActionBlock {
  const last = actions.at(-1);
  if (!last) throw new Error('a block has at least one action');
  const block = {
    number: (before?.number ?? 0) + 1,
    afterId: before?.lastId ?? 0,
    lastId: last.id,
    count: actions.length,
    actionsHash: hashOfActions(actions),
  };
  return { ...block, hash: hashOfBlock(before?.hash ?? CHAIN_START, block) };
}
