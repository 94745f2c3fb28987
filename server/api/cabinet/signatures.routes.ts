import {
  type ArchivedDocument,
  type KnownCertificate,
  documentPdf,
  keyStatus,
  type SignaturesService,
} from '#server/domains/people/signatures/index.ts';
import { createHash } from 'node:crypto';
import { notFound, unavailable } from '#server/platform/errors/index.ts';
import { fileReply, registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import {
  addKey,
  keyChallenge,
  removeKey,
  signatureKeys,
  signedDocumentPdf,
  signedDocumentPkcs7,
  signedDocuments,
  signer,
  verifySignedDocument,
  type SignatureKey,
} from '#shared/api/cabinet/signatures.ts';

const PAGE_SIZE = 20;

export interface SignatureRoutesDeps {
  signatures: SignaturesService;
  texts: Pick<Texts, 'text'>;
  apiKeys: string[];
}

function shownKey(key: KnownCertificate): SignatureKey {
  const { serial, owner, kind, pinfl, tin, validFrom, validTo } = key;
  return {
    serial,
    owner,
    kind,
    pinfl,
    tin,
    validFrom: validFrom.toISOString(),
    validTo: validTo.toISOString(),
    status: keyStatus(key, Date.now()),
    addedAt: key.addedAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}

const fileOf = (name: string, mediaType: string, body: Buffer) =>
  fileReply(
    { name, mediaType, body, sha256: createHash('sha256').update(body).digest('hex') },
    'private, no-store',
  );

export function registerSignatureRoutes(app: HttpApp, deps: SignatureRoutesDeps): void {
  const { signatures, texts } = deps;

  /** 404 also for documents of others: their existence is not revealed. */
  async function mine(personId: string, id: number): Promise<ArchivedDocument> {
    const document = await signatures.document(personId, id);
    if (!document) throw notFound();
    return document;
  }

  registerContract(app, signer, () => ({
    kind: signatures.kind ?? ('none' as const),
    apiKeys: deps.apiKeys,
  }));

  registerContract(app, signatureKeys, async (call) =>
    (await signatures.keys(call.signedIn().personId)).map(shownKey),
  );

  registerContract(app, keyChallenge, async (call) => {
    const said = await signatures.challenge(call.address);
    if (said.verdict === 'refused') throw unavailable('e-signature.service-away');
    return { challengeBase64: Buffer.from(said.challenge, 'utf8').toString('base64') };
  });

  registerContract(app, addKey, (call) =>
    signatures.addKey(call.signedIn().personId, call.body.pkcs7, call.address),
  );

  registerContract(app, removeKey, async (call) => ({
    removed: await signatures.removeKey(call.signedIn().personId, call.body.serial, call.address),
  }));

  registerContract(app, signedDocuments, async (call) => {
    const offset = (call.query.page - 1) * PAGE_SIZE;
    const found = await signatures.documents(call.signedIn().personId, { limit: PAGE_SIZE, offset });
    return {
      items: found.items.map((item) => ({ ...item, signedAt: item.signedAt.toISOString() })),
      total: found.total,
      pageSize: PAGE_SIZE,
    };
  });

  registerContract(app, signedDocumentPdf, async (call) => {
    const document = await mine(call.signedIn().personId, call.params.id);
    return fileOf(`savdo-document-${document.id}.pdf`, 'application/pdf', await documentPdf(texts, document));
  });

  registerContract(app, signedDocumentPkcs7, async (call) => {
    const document = await mine(call.signedIn().personId, call.params.id);
    return fileOf(`savdo-document-${document.id}.p7m`, 'application/pkcs7-mime', document.pkcs7);
  });

  registerContract(app, verifySignedDocument, async (call) => {
    const document = await mine(call.signedIn().personId, call.params.id);
    const said = await signatures.verify(document, call.address);
    return {
      verified: said.verdict === 'right',
      reason: said.verdict === 'refused' ? said.reason : null,
      checkedAt: new Date().toISOString(),
    };
  });
}
