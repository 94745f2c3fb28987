import type { SignaturesService } from './signatures.service.ts';

const VERIFY_SIGNATURE_HELP = 'verify-signature ID…';

interface Output {
  line(text: string): void;
  error(text: string): void;
}

/** Checks archived signatures by the numbers of their documents. Exit code 1 when one is missing or not genuine. */
export async function runVerifySignatureCommand(
  args: readonly string[],
  { signatures, out }: { signatures: Pick<SignaturesService, 'document' | 'verify'>; out: Output },
): Promise<number> {
  if (args.length === 0 || args.some((arg) => !/^\d{1,15}$/.test(arg))) {
    out.error(VERIFY_SIGNATURE_HELP);
    return 2;
  }
  let bad = 0;
  for (const id of args.map(Number)) {
    const document = await signatures.document(null, id);
    if (!document) {
      out.error(`${id}: no such document`);
      bad += 1;
      continue;
    }
    const said = await signatures.verify(document, '127.0.0.1');
    const about = `${document.kind} ${document.subject}, key ${document.serial}, ${document.signedAt.toISOString()}`;
    if (said.verdict === 'right') {
      out.line(`${id}: genuine (${about})`);
    } else {
      out.error(`${id}: NOT genuine, ${said.reason} (${about})`);
      bad += 1;
    }
  }
  return bad === 0 ? 0 : 1;
}
