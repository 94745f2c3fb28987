import { Router } from 'express';
import { parseLanguage } from '#shared/i18n/languages.ts';
import { exchangeCode, isCabinetTarget, screenOf } from '../cabinet.ts';
import { frameOf } from './page-frame.ts';
import { messagePage } from './pages/message-page.ts';
import type { IdentitySiteConfig } from './settings.ts';

/**
 * Replaces the external cabinet of an installation without one: exchanges a code from the product's page server to server,
 * and redirects to the matching screen of the product in that language. An expired or used code gives a message page.
 */
export function cabinetRoutes(config: IdentitySiteConfig): Router {
  const routes = Router();
  const { publicUrl, signIn } = config;
  routes.get('/:target', async (req, res, next) => {
    const { target } = req.params;
    if (!isCabinetTarget(target)) return next();
    // The code is in the address: it must not leak by the Referer of a link.
    res.set('Referrer-Policy', 'no-referrer');
    const { token, lang } = req.query;
    const chosen = typeof lang === 'string' ? parseLanguage(lang) : undefined;
    const code = typeof token === 'string' ? token.slice(0, 100) : '';
    const { clientId, clientSecret } = signIn;
    const known = code === '' ? null : await exchangeCode({ publicUrl, clientId, clientSecret }, code);
    const frame = frameOf(config, req, { chosen: lang });
    if (known)
      return res.redirect(303, screenOf(publicUrl, target, chosen ?? known.language ?? frame.language));
    const { text } = frame;
    const onward = {
      label: text('cabinet.again'),
      href: screenOf(publicUrl, target, chosen ?? frame.language),
    };
    return res
      .status(403)
      .type('html')
      .send(messagePage(frame, { title: text('cabinet.title'), sentence: text('cabinet.spent'), onward }));
  });
  return routes;
}
