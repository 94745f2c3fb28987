import {
  logHeadOf,
  receiptOf,
  type AuctionLogRepository,
  type OwnAttemptsRepository,
} from '#server/auction/index.ts';
import type { Signer } from '#server/integrations/signer/index.ts';
import {
  OPEN_DATA_FORMAT,
  type OpenDataStatement,
  type SignedOpenData,
} from '#shared/open-data/open-data-files.ts';
import { HEAD_FORMAT, type SignedHead } from '#shared/trust/public-log.ts';
import type { Inclusion, ReceiptFile } from '#shared/trust/inclusion.ts';
import { RECEIPT_FORMAT, type Receipt } from '#shared/trust/receipt.ts';
import { REVOCATION_FORMAT, type KeyRevocation } from '#shared/trust/key-revocation.ts';
import type { ListedKey } from '#shared/trust/signed-statement.ts';
import { createPinning } from './pinned-statements.ts';
import { createSignedProtocols } from './signed-protocols.ts';
import type { SignedStatementsRepository } from './signed-statements.repository.ts';

export interface SignedRecordsDeps {
  signer: Signer;
  statements: SignedStatementsRepository;
  log: Pick<AuctionLogRepository, 'readLot' | 'readEntries' | 'findBid'>;
  attempts: OwnAttemptsRepository;
  /** Where the transparency log has the attempt of a receipt. */
  inclusionOf: (receipt: Receipt, person: string) => Promise<Inclusion | null>;
}

export type SignedRecords = ReturnType<typeof createSignedRecords>;

/**
 * What the operator signs, each statement once: it is stored with its signature when it is first asked for, and the stored one is
 * given out ever after, whatever key signs by then.
 */
export function createSignedRecords({ signer, statements, log, attempts, inclusionOf }: SignedRecordsDeps) {
  const pinning = createPinning({ signer, statements });
  const { listKey } = pinning;

  return {
    listKey,
    sign: pinning.sign,
    protocols: createSignedProtocols({ signer, pinning }),

    /** Signs what a version of the open data consists of; its maker stores it. */
    signOpenData: (statement: OpenDataStatement): Promise<SignedOpenData> =>
      pinning.sign(OPEN_DATA_FORMAT, statement),

    /** Whether what a key signed proves nothing any more outside of the transparency log, so that it has to be signed again. */
    isRevoked: (keyId: string): Promise<boolean> => statements.isRevoked(keyId),

    /** Every key that has ever signed, the present one first (JWKS). */
    async keys(): Promise<{ keys: ListedKey[] }> {
      await listKey();
      const keys = await statements.keys();
      return {
        keys: keys.map(({ keyId, publicKey, listedAt, retiredAt, revokedAt, trustedLogSize }) => ({
          kid: keyId,
          kty: 'OKP',
          crv: 'Ed25519',
          x: publicKey,
          use: 'sig',
          alg: 'EdDSA',
          listed_at: listedAt.toISOString(),
          retired_at: retiredAt?.toISOString() ?? null,
          revoked_at: revokedAt?.toISOString() ?? null,
          trusted_log_size: trustedLogSize,
        })),
      };
    },

    /** Revokes a former key that somebody else may have. */
    async revokeKey(keyId: string): Promise<'revoked' | 'already-revoked' | 'unknown-key' | 'present-key'> {
      await listKey();
      const key = (await statements.keys()).find((one) => one.keyId === keyId);
      if (!key) return 'unknown-key';
      if ((await signer.key()).keyId === keyId) return 'present-key';
      const revoked = await statements.revoke(keyId, async (trustedLogSize) => {
        const revocation: KeyRevocation = { keyId, trustedLogSize };
        return JSON.stringify(await pinning.sign(REVOCATION_FORMAT, revocation));
      });
      return revoked ? 'revoked' : 'already-revoked';
    },

    /** The head of a finished room's public log; null before the hammer. */
    async headOf(lotId: number): Promise<SignedHead | null> {
      const lot = await log.readLot(lotId);
      if (lot?.phase !== 'closed') return null;
      return pinning.statement({ kind: 'log-head', subject: String(lotId) }, HEAD_FORMAT, {
        person: null,
        state: () => logHeadOf(log, lot),
      });
    },

    /** The person's own receipt; `undecided` while its answer is open, null for what they never sent. */
    async receiptOf(asked: {
      lotId: number;
      person: string;
      bidId: string;
    }): Promise<ReceiptFile | 'undecided' | null> {
      const { lotId, person, bidId } = asked;
      let undecided = false;
      const signed = await pinning.statement(
        { kind: 'receipt', subject: `${lotId}:${person}:${bidId}` },
        RECEIPT_FORMAT,
        {
          person,
          state: async () => {
            const receipt = await receiptOf({ log, attempts }, asked);
            undecided = receipt === 'undecided';
            return receipt === 'undecided' ? null : receipt;
          },
        },
      );
      if (!signed) return undecided ? 'undecided' : null;
      const inclusion = await inclusionOf(signed.statement, person);
      return { ...signed, inclusion };
    },

    ownAttempts: attempts.list,
    countedAttempts: attempts.counted,
  };
}
