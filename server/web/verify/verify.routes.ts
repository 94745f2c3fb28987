import { existsSync, readFileSync } from 'node:fs';
import { notFound } from '#server/platform/errors/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import type { SignedStatus } from '#shared/trust/protocol-status.ts';
import type { ListedKey } from '#shared/trust/signed-statement.ts';
import { fileLimit } from '../file-limits.ts';
import { escaped, scriptJson } from '../html-text.ts';
import { pageLanguage } from '../page-language.ts';
import { VERIFY_STYLES } from './verify-styles.ts';

export interface VerifyRouteDeps {
  /** The page's script, made with the client. */
  verifyScript: string;
  signingKeys: () => Promise<{ keys: readonly ListedKey[] }>;
  protocolStatus: () => Promise<SignedStatus>;
  texts: Texts;
}

/**
 * `/verify`: checks receipts, logs and protocols in the browser, with everything it needs in the one file; and alone the public keys, as
 * JWKS, and the signed list of cancelled protocols.
 */
export function registerVerifyRoutes(app: HttpApp, deps: VerifyRouteDeps): void {
  const { verifyScript, signingKeys, protocolStatus, texts } = deps;
  /** Answers are named as in the list of one's own bids, and protocols as in the lists of them. */
  const sharedOf = (language: Language) =>
    Object.fromEntries(
      [
        ...Object.entries(texts.namespace(language, 'applications')),
        ...Object.entries(texts.namespace(language, 'protocols')),
      ].filter(([key]) => key.startsWith('bids.') || key.startsWith('cause.')),
    );
  const languages = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      {
        name: texts.text(language, 'verify:languageName'),
        texts: Object.assign(texts.namespace(language, 'verify'), sharedOf(language)),
      },
    ]),
  );
  // A script element ends at the first end tag in it, whatever the script means by it.
  const script = existsSync(verifyScript)
    ? readFileSync(verifyScript, 'utf8').replaceAll('</script', '<\\/script')
    : null;

  app.api.get('/.well-known/savdo-keys.json', app.limit(fileLimit('signing-keys', 60)), async (_req, res) => {
    res.set('Cache-Control', 'no-cache').json(await signingKeys());
  });
  app.api.get(
    '/.well-known/savdo-protocol-status.json',
    app.limit(fileLimit('protocol-status', 60)),
    async (_req, res) => {
      res.set('Cache-Control', 'no-cache').json(await protocolStatus());
    },
  );
  app.api.get('/verify', app.limit(fileLimit('verify', 60)), async (req, res) => {
    if (script === null) throw notFound();
    const language = pageLanguage(req);
    const [{ keys }, status] = await Promise.all([signingKeys(), protocolStatus()]);
    const nonce = String(res.locals.nonce);
    res
      .set('Cache-Control', 'no-cache')
      .vary('Cookie')
      .type('html')
      .send(
        [
          '<!doctype html>',
          `<html lang="${language}">`,
          '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
          `<title>${escaped(texts.text(language, 'verify:title'))}</title><style>${VERIFY_STYLES}</style></head><body>`,
          `<script type="application/json" id="verify-data">${scriptJson({ language, languages, keys, status })}</script>`,
          `<script type="module" nonce="${nonce}">${script}</script>`,
          '</body></html>\n',
        ].join('\n'),
      );
  });
}
