import type { Signer } from '#server/integrations/signer/index.ts';
import { signedBytes, type SignedStatement } from '#shared/trust/signed-statement.ts';
import type { SignedStatementsRepository, StatementName } from './signed-statements.repository.ts';
import { RevokedKey } from './transparency-log.repository.ts';

interface PinningDeps {
  signer: Signer;
  statements: Pick<SignedStatementsRepository, 'findSigned' | 'add' | 'listKey' | 'isRevoked'>;
}

export interface PinnedText {
  text: string;
  /** The key that signed it in place of a revoked one; null: it is the first. */
  signedAgainBy: string | null;
}

export type Pinning = ReturnType<typeof createPinning>;

/**
 * Statements that are signed once: stored with the signature when they are first needed, and given out as stored ever after, whatever key
 * signs by then, unless the one that signed was revoked.
 */
export function createPinning({ signer, statements }: PinningDeps) {
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

  return {
    listKey,
    sign,

    async statement<Format extends string, Statement extends { lotId: number }>(
      name: StatementName,
      format: Format,
      { person, state }: { person: string | null; state: () => Promise<Statement | null> },
    ): Promise<SignedStatement<Format, Statement> | null> {
      const before = await statements.findSigned(name);
      if (before) {
        const signedBefore = JSON.parse(before.document) as SignedStatement<Format, Statement>;
        // The same statement, with a signature that somebody else cannot have made.
        return before.revoked ? sign(format, signedBefore.statement) : signedBefore;
      }
      const statement = await state();
      if (!statement) return null;
      const signed = await sign(format, statement);
      const document = JSON.stringify(signed);
      const { keyId } = signed;
      const counts = await statements.add(name, { lotId: statement.lotId, person, keyId, document });
      return JSON.parse(counts) as SignedStatement<Format, Statement>;
    },

    /**
     * A text that carries its signature in itself. Where its key was revoked, another in its place, which is stored as well: it is on paper, and
     * two askers have to get one.
     * @param make is given the text that has to be signed again; null: there is none yet
     * @throws RevokedKey where the present key is revoked
     */
    async text(
      name: StatementName,
      lotId: number,
      make: (before: string | null) => Promise<{ keyId: string; document: string }>,
    ): Promise<PinnedText> {
      let own = name;
      let before: string | null = null;
      for (;;) {
        const found = await statements.findSigned(own);
        if (found && !found.revoked)
          return { text: found.document, signedAgainBy: before === null ? null : found.keyId };
        if (found) {
          before = found.document;
          own = { kind: name.kind, subject: `${name.subject}:${found.keyId}` };
          continue;
        }
        await listKey();
        const made = await make(before);
        if (await statements.isRevoked(made.keyId)) throw new RevokedKey(made.keyId);
        await statements.add(own, { lotId, person: null, keyId: made.keyId, document: made.document });
      }
    },
  };
}
