import type { CommandOutput } from '#server/platform/modules/index.ts';
import type { SignedRecords } from './signed-records.service.ts';
import type { TransparencyLog } from './transparency-log.ts';

const USAGE = 'usage: signing-keys [revoke KEY]';

const ANSWERS = {
  revoked: 'is revoked: what it signs from now on proves nothing',
  'already-revoked': 'was revoked before',
  'unknown-key': 'is no key of this installation',
  'present-key':
    'signs at present: put another SIGNING_KEY in its place, restart all processes, and revoke it then',
} as const;

export interface SigningKeysDeps {
  out: CommandOutput;
  open: () => {
    signedRecords: Pick<SignedRecords, 'keys' | 'revokeKey'>;
    transparencyLog: Pick<TransparencyLog, 'checkpoint'>;
  };
}

/** `signing-keys [revoke KEY]`. Returns the exit code: 0 done or done before, 2 invalid arguments or a key that cannot be revoked. */
export async function runSigningKeysCommand(
  argv: readonly string[],
  { out, open }: SigningKeysDeps,
): Promise<number> {
  const [verb, keyId, ...more] = argv;
  if (verb !== undefined && (verb !== 'revoke' || keyId === undefined || more.length > 0)) {
    out.error(USAGE);
    return 2;
  }
  const { signedRecords, transparencyLog } = open();
  if (keyId !== undefined) {
    const answer = await signedRecords.revokeKey(keyId);
    if (answer === 'unknown-key' || answer === 'present-key') {
      out.error(`${keyId} ${ANSWERS[answer]}`);
      return 2;
    }
    // The state with the revocation in it, by the present key: proofs lead to it from now on.
    await transparencyLog.checkpoint();
    out.line(`${keyId} ${ANSWERS[answer]}`);
  }
  for (const key of (await signedRecords.keys()).keys) {
    const until = key.retired_at ?? 'present';
    const revoked =
      key.revoked_at === null
        ? ''
        : `, revoked at ${key.revoked_at}: counts under the first ${key.trusted_log_size ?? 0} entries of the log alone`;
    out.line(`${key.kid}  ${key.listed_at} – ${until}${revoked}`);
  }
  return 0;
}
