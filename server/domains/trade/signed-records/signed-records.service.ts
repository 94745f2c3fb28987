import {
  logHeadOf,
  receiptOf,
  type AuctionLogRepository,
  type OwnAttemptsRepository,
} from '#server/auction/index.ts';
import type { Signer } from '#server/integrations/signer/index.ts';
import { HEAD_FORMAT, type SignedHead } from '#shared/trust/public-log.ts';
import { RECEIPT_FORMAT, type SignedReceipt } from '#shared/trust/receipt.ts';
import { signedBytes, type ListedKey, type SignedStatement } from '#shared/trust/signed-statement.ts';
import type { SignedStatementsRepository, StatementName } from './signed-statements.repository.ts';

export interface SignedRecordsDeps {
  signer: Signer;
  statements: SignedStatementsRepository;
  log: Pick<AuctionLogRepository, 'readLot' | 'readEntries' | 'findBid'>;
  attempts: OwnAttemptsRepository;
}

export type SignedRecords = ReturnType<typeof createSignedRecords>;

/**
 * What the operator signs, each statement once: it is stored with its signature when it is first asked for, and the stored one is
 * given out ever after, whatever key signs by then.
 */
export function createSignedRecords({ signer, statements, log, attempts }: SignedRecordsDeps) {
  let listed: Promise<void> | null = null;

  /** The present key is listed before anything signed by it is given out. */
  function listKey(): Promise<void> {
    listed ??= signer
      .key()
      .then(({ keyId, publicKey }) => statements.listKey(keyId, publicKey.x))
      .catch((error: unknown) => {
        // The caller learns it; the next one tries again.
        listed = null;
        throw error;
      });
    return listed;
  }

  async function sign<Format extends string, Statement>(
    format: Format,
    statement: Statement,
  ): Promise<SignedStatement<Format, Statement>> {
    await listKey();
    const { keyId } = await signer.key();
    const { signature } = await signer.sign(signedBytes({ format, keyId, statement }));
    return { format, keyId, statement, signature: Buffer.from(signature).toString('base64url') };
  }

  async function pinned<Format extends string, Statement extends { lotId: number }>(
    name: StatementName,
    format: Format,
    { person, state }: { person: string | null; state: () => Promise<Statement | null> },
  ): Promise<SignedStatement<Format, Statement> | null> {
    const before = await statements.find(name);
    if (before) return JSON.parse(before) as SignedStatement<Format, Statement>;
    const statement = await state();
    if (!statement) return null;
    const signed = await sign(format, statement);
    const document = JSON.stringify(signed);
    const { keyId } = signed;
    const counts = await statements.add(name, { lotId: statement.lotId, person, keyId, document });
    return JSON.parse(counts) as SignedStatement<Format, Statement>;
  }

  return {
    listKey,

    /** Every key that has ever signed, the present one first (JWKS). */
    async keys(): Promise<{ keys: ListedKey[] }> {
      await listKey();
      const keys = await statements.keys();
      return {
        keys: keys.map(({ keyId, publicKey, listedAt, retiredAt }) => ({
          kid: keyId,
          kty: 'OKP',
          crv: 'Ed25519',
          x: publicKey,
          use: 'sig',
          alg: 'EdDSA',
          listed_at: listedAt.toISOString(),
          retired_at: retiredAt?.toISOString() ?? null,
        })),
      };
    },

    /** The head of a finished room's public log; null before the hammer. */
    async headOf(lotId: number): Promise<SignedHead | null> {
      const lot = await log.readLot(lotId);
      if (lot?.phase !== 'closed') return null;
      return pinned({ kind: 'log-head', subject: String(lotId) }, HEAD_FORMAT, {
        person: null,
        state: () => logHeadOf(log, lot),
      });
    },

    /** The person's own receipt; `undecided` while its answer is open, null for what they never sent. */
    async receiptOf(asked: {
      lotId: number;
      person: string;
      bidId: string;
    }): Promise<SignedReceipt | 'undecided' | null> {
      const { lotId, person, bidId } = asked;
      let undecided = false;
      const signed = await pinned(
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
      return signed ?? (undecided ? 'undecided' : null);
    },

    ownAttempts: attempts.list,
    countedAttempts: attempts.counted,
  };
}
