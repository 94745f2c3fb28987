import type { Logger } from '#server/platform/logging/index.ts';
import { oneLine, statedName } from '#shared/validation/person-name.ts';
import { parsePhone } from '#shared/validation/phone.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';

/** How the site is registered with OneID. */
export interface OneIdSettings {
  /** The one address of OneID: its page, and all calls of our server. */
  url: string;
  clientId: string;
  clientSecret: string;
  scope: string;
}

/** Whom OneID vouches for. */
interface OneIdProfile {
  pinfl: string;
  /** Full name as OneID writes it; empty where it gave none. */
  name: string;
  /** In stored form; a suggestion, not a confirmed number. */
  phone: string | null;
}

/** Why OneID vouches for no one. `away`: no answer, or one that cannot be read; it may be tried again. */
type OneIdRefusal = 'no-pinfl' | 'refused' | 'away';

export interface OneId {
  /** Where the browser goes; OneID sends it back to `redirectUri` with a code and this state. */
  authorizeUrl(wish: { state: string; redirectUri: string }): string;
  /** Exchanges the code, reads the profile, and ends the session at OneID. */
  identify(code: string, redirectUri: string): Promise<{ profile: OneIdProfile } | { refused: OneIdRefusal }>;
}

const TIMEOUT_MS = 10_000;
const LONGEST_ANSWER = 256 * 1024;
/** A name is stored with an account: as long as its form takes. */
const LONGEST_NAME = 200;

type Answer = Record<string, unknown>;

/** No usable answer. */
class OneIdAway extends Error {
  constructor(problem: string, cause?: unknown) {
    super(`OneID: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'OneIdAway';
  }
}

/** OneID refused the call; `because` is its own name of the reason. */
class OneIdRefused extends Error {}

const text = (value: unknown): string => (typeof value === 'string' ? oneLine(value) : '');

const nameIn = (answer: Answer) => {
  const stated = ({ full_name: full, first_name: first }: Answer): unknown => (text(full) ? full : first);
  const name = stated(answer);
  return statedName(typeof name === 'string' ? name : '');
};

/** The profile in an answer; every field except the number is optional. Null: it vouches for no number. */
function profileOf(answer: Answer): OneIdProfile | null {
  const pinfl = text(answer.pin);
  // OneID has validated the number; only impossible ones are dropped here.
  if (problemOfPinfl(pinfl, { checkDigit: false }) || text(answer.valid).toLowerCase() === 'false')
    return null;
  // Sources differ on which of the parts is the family name: the full name is shown.
  return {
    pinfl,
    name: nameIn(answer).name.slice(0, LONGEST_NAME),
    phone: parsePhone(text(answer.mob_phone_no)),
  };
}

/** OneID, the state's sign-in service: an authorization code, then calls of one address that differ in `grant_type`. */
export function createOneId(settings: OneIdSettings, logger: Pick<Logger, 'warn' | 'info'>): OneId {
  const { url, clientId, clientSecret, scope } = settings;

  async function send(grantType: string, fields: Record<string, string>): Promise<string> {
    const body = { grant_type: grantType, client_id: clientId, client_secret: clientSecret, ...fields };
    let answer: Response;
    let said: string;
    try {
      answer = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams(body),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      said = await answer.text();
    } catch (error) {
      // Not retried here: a code is good for one exchange, and the person can begin again.
      throw new OneIdAway('does not answer', error);
    }
    if (said.length > LONGEST_ANSWER) throw new OneIdAway('the answer is too long');
    if (answer.status >= 500) throw new OneIdAway(`answers ${answer.status}`);
    if (!answer.ok) throw new OneIdRefused(`${answer.status} ${reasonIn(said)}`.trim());
    return said;
  }

  async function ask(grantType: string, fields: Record<string, string>): Promise<Answer> {
    const said = await send(grantType, fields);
    const answer = parse(said);
    if (!answer) throw new OneIdAway(`${grantType}: the answer is no JSON object`);
    return answer;
  }

  return {
    authorizeUrl({ state, redirectUri }) {
      const query = {
        response_type: 'one_code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
      };
      return `${url}?${new URLSearchParams(query).toString()}`;
    },

    async identify(code, redirectUri) {
      try {
        const { access_token: token } = await ask('one_authorization_code', {
          redirect_uri: redirectUri,
          code,
        });
        if (typeof token !== 'string' || token === '') throw new OneIdAway('no token in the answer');
        try {
          const answer = await ask('one_access_token_identify', { access_token: token, scope });
          const profile = profileOf(answer);
          if (nameIn(answer).hadHiddenMarks)
            logger.warn({ way: 'one-id' }, 'marks that are not seen were taken out of a name');
          return profile ? { profile } : { refused: 'no-pinfl' };
        } finally {
          // So that the next person at this browser has to show OneID who they are. Not retried, and not waited
          // for: the session there ends by itself.
          void send('one_log_out', { access_token: token, scope }).catch((error: unknown) =>
            logger.info({ err: error }, 'OneID session not ended'),
          );
        }
      } catch (error) {
        // Neither is retried: the person reads why, and can begin again or type the password.
        if (error instanceof OneIdRefused) {
          logger.warn({ because: error.message }, 'OneID refused a sign-in');
          return { refused: 'refused' };
        }
        if (!(error instanceof OneIdAway)) throw error;
        logger.warn({ err: error }, 'OneID is away');
        return { refused: 'away' };
      }
    },
  };
}

function parse(said: string): Answer | null {
  try {
    const value: unknown = JSON.parse(said);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : null;
  } catch {
    return null; // not retried: the caller decides what an unreadable answer means
  }
}

/** OneID's own names of a refusal; never the rest of the answer, which may be about a person. */
function reasonIn(said: string): string {
  const { message, error } = parse(said) ?? {};
  return [message, error]
    .filter((part): part is string => typeof part === 'string' && /^[\w.-]{1,80}$/.test(part))
    .join(' ');
}
