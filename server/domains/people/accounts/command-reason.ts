const REASON_MIN = 5;

/** The proof of a change that a command made. */
export const COMMAND_EVIDENCE = 'a command on the server';
export const REASON_NEEDED = `--reason says why, in ${REASON_MIN} signs or more; the person reads it`;

/** null: there is none, or one too short to say anything. */
export function readReason(given: string | undefined): string | null {
  const reason = given?.trim() ?? '';
  return reason.length < REASON_MIN ? null : reason;
}
