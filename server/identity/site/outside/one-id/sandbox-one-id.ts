import express, { Router, type Request } from 'express';
import { newSecret } from '#server/platform/ids/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import { frameOf, type FrameSettings } from '../../page-frame.ts';
import { pretendOneIdPage } from '../../pages/outside-pages.ts';
import type { OneIdSettings } from './one-id.ts';

/** Path of the stand-in on the sign-in site. */
export const PRETEND_ONE_ID = '/pretend/oneid';
const LIFE_SECONDS = 300;

export interface PretendOneIdParts {
  config: FrameSettings;
  settings: OneIdSettings;
  /** The one address a browser is sent back to. */
  redirectUri: string;
  redis: JobsRedis;
  namespace: string;
}

const textOf = (values: unknown, name: string): string => {
  const value = (values as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value.slice(0, 1_000) : '';
};

/** Settings of the local twin of OneID. @param secret of this installation: the twin answers no one else */
export const pretendOneIdSettings = (identityUrl: string, secret: string): OneIdSettings => ({
  url: `${identityUrl}${PRETEND_ONE_ID}`,
  clientId: 'savdo-test',
  clientSecret: secret,
  scope: 'savdo-test',
});

/**
 * Local twin of OneID: a page on which one types whose PINFL it is to vouch for, and the three calls of a server. A code and
 * a token are good once and for five minutes.
 */
export function pretendOneIdRoutes(parts: PretendOneIdParts): Router {
  const { config, settings, redirectUri, redis, namespace } = parts;
  const routes = Router();
  const key = (kind: 'code' | 'token', value: string) => `${namespace}pretend-oneid:${kind}:${value}`;
  const store = async (kind: 'code' | 'token', profile: string): Promise<string> => {
    const value = newSecret();
    await redis.set(key(kind, value), profile, 'EX', LIFE_SECONDS);
    return value;
  };
  const isOurs = (values: unknown) =>
    textOf(values, 'response_type') === 'one_code' &&
    textOf(values, 'client_id') === settings.clientId &&
    textOf(values, 'redirect_uri') === redirectUri;

  routes.get('/', (req, res) => {
    const frame = frameOf(config, req, { chosen: req.query.lang });
    if (!isOurs(req.query)) return res.status(400).type('text').send('unknown client');
    return res.type('html').send(pretendOneIdPage(frame, { state: textOf(req.query, 'state') }));
  });

  routes.use(express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 30 }));

  routes.post('/choose', async (req, res) => {
    if ((req.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') return res.status(403).end();
    const back = new URL(redirectUri);
    back.searchParams.set('state', textOf(req.body, 'state'));
    const [pin, fullName] = [textOf(req.body, 'pinfl').replace(/\s/g, ''), textOf(req.body, 'name')];
    const profile = { ...(pin ? { pin } : {}), full_name: fullName, valid: 'true', user_id: 'test' };
    back.searchParams.set('code', await store('code', JSON.stringify(profile)));
    return res.redirect(303, back.href);
  });

  const refuse = (error: string) => ({ status: 400, message: 'TestException', error });
  async function answerOf(req: Request): Promise<object> {
    const { body } = req as { body: unknown };
    if (textOf(body, 'client_secret') !== settings.clientSecret) return refuse('CLIENT_SECRET_NOT_FOUND');
    switch (textOf(body, 'grant_type')) {
      case 'one_authorization_code': {
        const profile = await redis.getdel(key('code', textOf(body, 'code')));
        if (profile === null || textOf(body, 'redirect_uri') !== redirectUri) return refuse('CODE_NOT_FOUND');
        return { access_token: await store('token', profile), expires_in: LIFE_SECONDS };
      }
      case 'one_access_token_identify': {
        const profile = await redis.get(key('token', textOf(body, 'access_token')));
        return profile === null ? refuse('TOKEN_NOT_FOUND') : (JSON.parse(profile) as object);
      }
      case 'one_log_out': {
        await redis.del(key('token', textOf(body, 'access_token')));
        return {};
      }
      default:
        return refuse('GRANT_TYPE_NOT_FOUND');
    }
  }
  routes.post('/', async (req, res) => {
    const answer = await answerOf(req);
    res.status('error' in answer ? 400 : 200).json(answer);
  });
  return routes;
}
