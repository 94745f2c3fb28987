import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { statedName } from '#shared/validation/person-name.ts';
import { isAttached, otherThan } from '../cms-shape.ts';
import { refused, type Caller, type ESignature, type Refused, type Verified } from '../port.ts';
import {
  authAnswer,
  certificateOf,
  challengeAnswer,
  nameOf,
  pkcs7Answer,
  verifyAnswer,
  type SignerInfo,
} from './e-imzo-answers.ts';
import { EImzoAway, type EImzoServer } from './e-imzo-server.ts';
import { OF_AUTH, OF_DOCUMENT } from './e-imzo-statuses.ts';

interface Deps {
  server: EImzoServer;
  logger: Pick<Logger, 'warn'>;
}

/**
 * The national signature service: people sign in the E-IMZO application on their machine, E-IMZO-SERVER checks. A
 * signature counts only when the service confirms every part of it, and when it covers exactly our bytes.
 */
export function createEImzoSignature({ server, logger }: Deps): ESignature {
  /** Runs calls to the service; an unavailable service is a verdict, and is logged for operators. */
  async function talk<Said>(work: () => Promise<Said | Refused>): Promise<Said | Refused> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EImzoAway)) throw error;
      // Not retried: the person can retry.
      logger.warn({ err: error }, 'signature not checked');
      return refused('service-away');
    }
  }

  function no(said: { status: number; message?: string | null | undefined }, of: typeof OF_AUTH): Refused {
    const reason = of[said.status];
    if (reason) return refused(reason);
    logger.warn({ status: said.status, message: said.message }, 'E-IMZO-SERVER: a status we do not know');
    return refused('service-refused');
  }

  /** The signature itself, as it is archived, has the name as it was issued. */
  function factsOf(...[read, name]: Parameters<typeof certificateOf>): ReturnType<typeof certificateOf> {
    if (statedName(name.CN ?? '').hadHiddenMarks)
      logger.warn(
        { serial: read.serialNumber },
        'marks that are not seen were taken out of the name in a certificate',
      );
    return certificateOf(read, name);
  }

  async function verify(archived: Buffer, document: Buffer, caller: Caller): Promise<Verified> {
    const body = archived.toString('base64');
    const said = await server.ask('/backend/pkcs7/verify/attached', body, verifyAnswer, caller);
    if (said.status !== 1) return no(said, OF_DOCUMENT);
    const { signers = [], documentBase64 } = said.pkcs7Info ?? {};
    const [signer] = signers;
    if (!signer || signers.length > 1) return refused('signature-invalid');
    const wrong = wrongWith(signer);
    if (wrong) return refused(wrong);
    if (documentBase64 === undefined || !Buffer.from(documentBase64, 'base64').equals(document))
      return refused('other-document');
    const own = signer.certificate[0]!;
    return {
      verdict: 'right',
      facts: {
        certificate: factsOf(own, nameOf(own)),
        signedAt: signer.signingTime,
        timestampedAt: signer.timeStampInfo?.time ?? null,
        said: { signers },
      },
    };
  }

  /** With the document attached, as the service checks it and we archive it. */
  async function attached(pkcs7: Buffer, document: Buffer, caller: Caller): Promise<Buffer | Refused> {
    const inside = isAttached(pkcs7);
    if (inside === null) return refused('unreadable');
    if (inside) return pkcs7;
    const body = `${document.toString('base64')}|${pkcs7.toString('base64')}`;
    const said = await server.ask('/frontend/pkcs7/make-attached', body, pkcs7Answer, caller);
    if (said.status !== 1 || !said.pkcs7b64) return no(said, OF_DOCUMENT);
    return Buffer.from(said.pkcs7b64, 'base64');
  }

  return {
    kind: 'e-imzo',

    challenge: (caller) =>
      talk(async () => {
        const said = await server.ask('/frontend/challenge', null, challengeAnswer, caller);
        if (said.status !== 1 || !said.challenge) return no(said, OF_AUTH);
        return { verdict: 'right', challenge: said.challenge } as const;
      }),

    authenticate: (pkcs7, caller, challenge) =>
      talk(async () => {
        const wrong = otherThan(pkcs7, challenge);
        if (wrong) return refused(wrong);
        const said = await server.ask('/backend/auth', pkcs7.toString('base64'), authAnswer, caller);
        const info = said.subjectCertificateInfo;
        if (said.status !== 1 || !info) return no(said, OF_AUTH);
        return { verdict: 'right', certificate: factsOf(info, info.subjectName) } as const;
      }),

    accept: (pkcs7, document, caller) =>
      talk(async () => {
        const whole = await attached(pkcs7, document, caller);
        if ('verdict' in whole) return whole;
        const body = whole.toString('base64');
        const stamped = await server.ask('/frontend/timestamp/pkcs7', body, pkcs7Answer, caller);
        if (stamped.status !== 1 || !stamped.pkcs7b64) return no(stamped, OF_DOCUMENT);
        const archived = Buffer.from(stamped.pkcs7b64, 'base64');
        const said = await verify(archived, document, caller);
        return said.verdict === 'refused' ? said : { ...said, archived };
      }),

    verify: (archived, document, caller) => talk(() => verify(archived, document, caller)),
  };
}

/** Status 1 means that the check was made, not that it succeeded: each part is examined. */
function wrongWith(signer: SignerInfo): SignatureRefusal | null {
  if (signer.revokedStatusInfo !== undefined && signer.revokedStatusInfo !== null)
    return 'certificate-revoked';
  if (!signer.verified) return 'signature-invalid';
  if (!signer.certificateVerified) return 'certificate-invalid';
  if (!signer.certificateValidAtSigningTime) return 'certificate-not-valid-then';
  return null;
}
