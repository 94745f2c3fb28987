import type { Request } from 'express';
import { isStaffRole } from '#shared/api/contract.ts';
import { nameGuest, sessionOf, type HttpApp } from '#server/platform/http/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { namesSomebody, USER_COOKIE } from '#server/platform/sessions/index.ts';
import { headHtml } from '../head/head-html.ts';
import { pageHead, type PageHeadDeps } from '../head/page-head.ts';
import { pageLanguage } from '../page-language.ts';
import type { Renderer } from '../render/renderer.ts';
import { modulesOf, renderedAddress, renderedStyles } from '../screens.ts';
import { describePage, isFilePath } from './serve-client.ts';

export interface PageRouteDeps extends PageHeadDeps {
  /** The site's address without a slash at the end. */
  base: () => string;
  renderer: Renderer;
  logger: Logger;
}

/** As the client sees it; whether the session is still valid is known after the client's first call. */
const isSignedIn = (req: Request): boolean =>
  namesSomebody((req.cookies as Record<string, unknown> | undefined)?.[USER_COOKIE]);

/** Status, head and rendered content of the page at any address. */
export function registerPageRoutes(app: HttpApp, deps: PageRouteDeps): void {
  const { base, renderer, logger } = deps;

  app.api.get('/{*path}', async (req, res, next) => {
    if (req.path.startsWith('/api/') || isFilePath(req.path) || !req.accepts('html')) return next();
    const language = pageLanguage(req);
    const query = new URLSearchParams(req.url.split('?')[1] ?? '');
    try {
      const signedIn = isSignedIn(req);
      const isStaff = async () => {
        if (!signedIn) return false;
        await app.knowSession(req);
        return sessionOf(req)?.person.roles.some(isStaffRole) ?? false;
      };
      const page = { path: req.path, query, language, base: base(), isStaff };
      const { status, head, mayRender } = await pageHead(deps, page);
      const address = mayRender ? renderedAddress(req.path, query) : null;
      const rendered = address === null ? null : await renderer.render({ address, language, signedIn });
      describePage(res, {
        status,
        language,
        rendered,
        sources: status === 200 ? modulesOf(req.path, language, signedIn) : [],
        styleSources: rendered ? renderedStyles(req.path, signedIn) : [],
        head: headHtml(head, base()),
      });
      res.vary('Cookie');
      nameGuest(req, res, app.secure);
    } catch (error) {
      // Not retried: the page is answered with the build's general head, and its own calls report what is wrong.
      logger.warn({ err: error, path: req.path }, 'page not described');
    }
    next();
  });
}
