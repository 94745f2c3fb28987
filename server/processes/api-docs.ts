import { createRequire } from 'node:module';
import path from 'node:path';
import type { Router } from 'express';
import { asyncApiOf } from '#server/platform/http/async-api.ts';
import { openApiOf } from '#server/platform/http/openapi.ts';
import type { Contract } from '#shared/api/contract.ts';
import { TAG_TEXTS } from '#shared/api/tags.ts';
import { FROM_CLIENTS, FROM_SERVER } from '#shared/realtime/room-protocol.ts';

const DIST = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Only what the page needs: the package's own start page would load a foreign example. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Savdo API</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const ABOUT =
  'Electronic auctions and sales at a fixed price. Money is in tiyin, 1/100 of a so‘m; instants are ISO 8601 in UTC. Bids go over sockets: /api/asyncapi.json.';

const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    request.headers['x-savdo'] = '1';
    return request;
  },
});
`;

/**
 * /api/openapi.json from the contracts that are really served, /api/asyncapi.json of the sockets, and /api/docs over both; nothing
 * comes from elsewhere.
 */
export function serveApiDocs(
  router: Router,
  contracts: readonly Contract[],
  about: { version: string; server: string },
): void {
  let document: unknown;
  router.get('/api/openapi.json', (_req, res) => {
    // Made at the first request: contracts are complete by then and never change afterwards.
    document ??= openApiOf(contracts, { title: 'Savdo', description: ABOUT, tags: TAG_TEXTS, ...about });
    res.json(document);
  });
  const sockets = asyncApiOf(
    { fromClients: FROM_CLIENTS, fromServer: FROM_SERVER },
    { title: 'Savdo', ...about },
  );
  router.get('/api/asyncapi.json', (_req, res) => {
    res.json(sockets);
  });
  router.get('/api/docs', (_req, res) => {
    res.type('html').send(PAGE);
  });
  router.get('/api/docs/start.js', (_req, res) => {
    res.type('js').send(START);
  });
  for (const file of FILES) {
    router.get(`/api/docs/${file}`, (_req, res) => {
      res.sendFile(path.join(DIST, file), { maxAge: '1h' });
    });
  }
}
