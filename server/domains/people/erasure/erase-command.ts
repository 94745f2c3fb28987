import { parseArgs } from 'node:util';
import { readReason, REASON_NEEDED } from '#server/domains/people/accounts/index.ts';
import type { CommandOutput } from '#server/platform/modules/index.ts';
import type { Erasures } from './erasure.service.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * `npm run cli -- person erase`: a request on paper. Prints what is left to finish, or files the request, which the worker
 * carries out at its next hourly round; it is on record with the reason.
 * @returns the exit code: 0 filed, 1 something is left or a request is open, 2 not understood
 */
export async function runEraseCommand(
  args: readonly string[],
  out: CommandOutput,
  open: () => Pick<Erasures, 'byCommand'>,
): Promise<number> {
  let given: { id?: string; reason?: string };
  try {
    const text = { type: 'string' } as const;
    given = parseArgs({ args: [...args], options: { id: text, reason: text } }).values;
  } catch (error) {
    // Not retried: an unknown option, reported to the caller.
    out.error((error as Error).message);
    return 2;
  }
  if (!given.id || !UUID.test(given.id)) {
    out.error('person erase needs --id ID, the id of the account');
    return 2;
  }
  const reason = readReason(given.reason);
  if (reason === null) {
    out.error(REASON_NEEDED);
    return 2;
  }
  const asked = await open().byCommand(given.id, reason);
  switch (asked.outcome) {
    case 'unknown':
      out.error('there is no person with this id');
      return 2;
    case 'open':
      out.error(`a request is open already, due at ${new Date(asked.dueAtMs).toISOString()}`);
      return 1;
    case 'left':
      out.error(`left to finish first: ${asked.left.join(', ')}`);
      return 1;
    case 'filed':
      out.line('filed: the worker erases the account within an hour, unless something comes in between');
      return 0;
  }
}
