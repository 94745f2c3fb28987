import type { SignaturesService } from '#server/domains/people/signatures/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { DevelopmentKey, DevelopmentSigner } from '#server/integrations/e-signature/index.ts';
import {
  developmentKeys,
  issueDevelopmentKey,
  signWithDevelopmentKey,
  type DevelopmentKey as ShownKey,
} from '#shared/api/cabinet/signatures.ts';

const shown = ({ validFrom, validTo, ...key }: DevelopmentKey): ShownKey => ({
  ...key,
  validFrom: validFrom.toISOString(),
  validTo: validTo.toISOString(),
});

/** Test keys, only where they replace E-IMZO. */
export function registerDevelopmentKeyRoutes(
  app: HttpApp,
  development: DevelopmentSigner | null,
  signatures: Pick<SignaturesService, 'signatory'>,
): void {
  const here = (): DevelopmentSigner => {
    if (!development) throw notFound();
    return development;
  };

  registerContract(app, developmentKeys, async (call) =>
    (await here().keys(call.signedIn().personId)).map(shown),
  );

  registerContract(app, issueDevelopmentKey, async (call) => {
    const { personId } = call.signedIn();
    const person = await signatures.signatory(personId);
    const { kind, name: owner, pinfl, stir } = person;
    if ((kind === 'legal' ? stir : pinfl) === null)
      return { outcome: 'refused' as const, reason: 'account-without-id' as const };
    const key = await here().issue(personId, { owner, kind, pinfl, tin: stir }, call.body.password);
    return key === 'too-many-keys'
      ? { outcome: 'refused' as const, reason: key }
      : { outcome: 'issued' as const, key: shown(key) };
  });

  registerContract(app, signWithDevelopmentKey, async (call) => {
    const { keyId, password, content } = call.body;
    const what =
      'documentBase64' in content
        ? { document: Buffer.from(content.documentBase64, 'base64') }
        : { sha256: Buffer.from(content.sha256, 'hex') };
    const made = await here().sign(call.signedIn().personId, keyId, password, what);
    if (made === null) throw notFound();
    return made === 'wrong-password'
      ? { outcome: 'wrong-password' as const }
      : { outcome: 'signed' as const, pkcs7: made.toString('base64') };
  });
}
