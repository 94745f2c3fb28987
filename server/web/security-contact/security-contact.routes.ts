import type { HttpApp } from '#server/platform/http/index.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { fileLimit } from '../file-limits.ts';

export interface SecurityContactRouteDeps {
  /** Where weaknesses are reported: `mailto:` or `https:`. */
  securityContact: string;
  /** The site's address without a slash at the end. */
  base: () => string;
}

/** Readers ask again before then; RFC 9116 advises less than a year. */
const VALID_DAYS = 90;

/** `/.well-known/security.txt` (RFC 9116): to whom a weakness is reported. */
export function registerSecurityContactRoutes(
  app: HttpApp,
  { securityContact, base }: SecurityContactRouteDeps,
): void {
  app.api.get('/.well-known/security.txt', app.limit(fileLimit('security-contact', 60)), (_req, res) => {
    const until = new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString();
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${until}`,
      `Preferred-Languages: ${LANGUAGES.join(', ')}`,
      `Canonical: ${base()}/.well-known/security.txt`,
    ];
    res
      .set('Cache-Control', 'public, max-age=86400')
      .type('text/plain')
      .send(`${lines.join('\n')}\n`);
  });
}
