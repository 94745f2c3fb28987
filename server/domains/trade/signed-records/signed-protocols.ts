import type { Signer } from '#server/integrations/signer/index.ts';
import { sha256Hex } from '#shared/trust/canonical-bytes.ts';
import { bytesToSign, encodeSign1, protectedHeader } from '#shared/trust/cose-sign1.ts';
import {
  checkProtocolCode,
  codeText,
  encodeClaims,
  shortKeyId,
  type ProtocolClaims,
} from '#shared/trust/protocol-code.ts';
import {
  CANCELLED_FORMAT,
  PROTOCOL_FORMAT,
  STATUS_FORMAT,
  type CancelledStatement,
  type ProtocolStatement,
  type ProtocolStatus,
  type SignedStatus,
} from '#shared/trust/protocol-status.ts';
import type { PinnedText, Pinning } from './pinned-statements.ts';

interface SignedProtocolsDeps {
  signer: Signer;
  pinning: Pinning;
}

/** The operator's signature under protocols: the code on the paper, what the transparency log has of it, and the list of those cancelled. */
export function createSignedProtocols({ signer, pinning }: SignedProtocolsDeps) {
  async function signCode(claims: ProtocolClaims): Promise<{ keyId: string; document: string }> {
    const payload = encodeClaims(claims);
    const { keyId } = await signer.key();
    const protectedBytes = protectedHeader(shortKeyId(keyId));
    const made = await signer.sign(bytesToSign({ protectedBytes, payload }));
    // Another key took its place meanwhile: the header names the one before.
    if (made.keyId !== keyId) throw new Error('the signing key was changed during a signature');
    const signature = Uint8Array.from(made.signature);
    return { keyId, document: codeText(encodeSign1({ protectedBytes, payload, signature })) };
  }

  return {
    /**
     * The text of a protocol's code, the same for ever; the transparency log has its hash from the first call on. Where its key was revoked, the
     * same claims with the signature of the present one, which the log has as well.
     */
    async codeOf(claims: ProtocolClaims): Promise<PinnedText> {
      const { number, lotId, cause, date } = claims;
      const code = await pinning.text({ kind: 'protocol-code', subject: number }, lotId, async (before) => {
        const signed = before === null ? null : (await checkProtocolCode(before, [])).claims;
        return signCode(signed ?? claims);
      });
      const { text, signedAgainBy } = code;
      const subject = signedAgainBy === null ? number : `${number}:${signedAgainBy}`;
      await pinning.statement({ kind: 'protocol', subject }, PROTOCOL_FORMAT, {
        person: null,
        state: async (): Promise<ProtocolStatement> => {
          const codeHash = await sha256Hex(new TextEncoder().encode(text));
          return { lotId, number, cause, date, codeHash };
        },
      });
      return code;
    },

    /** Signs, once, that a protocol is no longer in force. */
    async cancel(cancelled: CancelledStatement): Promise<void> {
      await pinning.statement({ kind: 'protocol-cancelled', subject: cancelled.number }, CANCELLED_FORMAT, {
        person: null,
        state: () => Promise.resolve(cancelled),
      });
    },

    /** Signs the list of all that are cancelled, which is a new one each time. */
    signStatus: (status: ProtocolStatus): Promise<SignedStatus> => pinning.sign(STATUS_FORMAT, status),
  };
}
