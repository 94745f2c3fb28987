import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a fake gateway was handed. */
export interface TakenSms {
  to: string;
  text: string;
  from: string;
}

/** A gateway as the reference describes it, with its moods. */
export interface FakeGateway {
  url: string;
  taken: TakenSms[];
  /** Requests in the order they came: `POST /auth/login`. */
  calls: string[];
  /** How it treats the next messages. */
  mood: 'well' | 'refuses' | 'ill' | 'breaks' | 'hangs up';
  /** What it says of every message. */
  word: string;
  /** Tokens given so far are worth nothing any more. */
  forgetTokens(): void;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: unknown;
}

async function startFake(
  answer: (
    call: { method: string; path: string; headers: http.IncomingHttpHeaders; body: any },
    fake: FakeGateway,
  ) => Answer,
): Promise<FakeGateway> {
  const server = http.createServer((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString()));
    req.on('end', () => {
      const call = { method: req.method ?? '', path: req.url ?? '', headers: req.headers };
      fake.calls.push(`${call.method} ${call.path}`);
      const isMessage = req.method === 'POST' && (req.url ?? '').endsWith('/send');
      if (isMessage && fake.mood === 'hangs up') return req.socket.destroy();
      if (isMessage && fake.mood === 'breaks') return res.writeHead(502).end('<html>Bad Gateway</html>');
      const { status, body } = answer({ ...call, body: text === '' ? undefined : JSON.parse(text) }, fake);
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: [],
    calls: [],
    mood: 'well',
    word: 'DELIVRD',
    forgetTokens: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}

export const ESKIZ_ACCOUNT = { email: 'operator@example.uz', password: 'eskiz-password' };

/** notify.eskiz.uz/api: login, refresh, send, status. */
export async function startFakeEskiz(): Promise<FakeGateway> {
  let tokens = new Set<string>();
  let count = 0;
  const names = new Map<string, string>();
  const grant = (): Answer => {
    const token = `token-${(count += 1)}`;
    tokens.add(token);
    return { status: 200, body: { message: 'token_generated', data: { token }, token_type: 'bearer' } };
  };
  const fake = await startFake(({ method, path, headers, body }, self) => {
    if (method === 'POST' && path === '/auth/login') {
      const known = body.email === ESKIZ_ACCOUNT.email && body.password === ESKIZ_ACCOUNT.password;
      return known ? grant() : { status: 401, body: { message: 'Invalid credentials' } };
    }
    if (!tokens.has(headers.authorization?.replace('Bearer ', '') ?? ''))
      return { status: 401, body: { message: 'Expired', status: 'token-invalid' } };
    if (method === 'PATCH' && path === '/auth/refresh') return grant();
    if (method === 'POST' && path === '/message/sms/send') {
      if (self.mood === 'ill') return { status: 500, body: { message: 'Server Error' } };
      if (self.mood === 'refuses')
        return { status: 400, body: { status: 'error', message: 'This text is not among the templates' } };
      self.taken.push({ to: body.mobile_phone, text: body.message, from: body.from });
      const id = `43850${self.taken.length}`;
      names.set(id, body.user_sms_id);
      return {
        status: 200,
        body: { id, status: 'waiting', message: 'Waiting for SMS provider' },
      };
    }
    const asked = /^\/message\/sms\/status_by_id\/(\w+)$/.exec(path);
    if (method === 'GET' && asked) {
      const [, id = ''] = asked;
      const data = { id, user_sms_id: names.get(id), status: self.word };
      return { status: 200, body: { data, status: 'success' } };
    }
    return { status: 404, body: { message: 'Not Found' } };
  });
  fake.forgetTokens = () => {
    tokens = new Set();
  };
  return fake;
}

export const PLAYMOBILE_ACCOUNT = { user: 'savdo', password: 'playmobile-password' };

/** send.smsxabar.uz/broker-api: one call. */
export const startFakePlayMobile = (): Promise<FakeGateway> => {
  const seen = new Set<string>();
  const { user, password } = PLAYMOBILE_ACCOUNT;
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return startFake(({ method, path, headers, body }, self) => {
    if (method !== 'POST' || path !== '/send') return { status: 404, body: {} };
    if (headers.authorization !== expected) return { status: 401, body: {} };
    if (self.mood === 'ill')
      return { status: 400, body: { error_code: '100', error_description: 'Internal server error' } };
    if (self.mood === 'refuses')
      return { status: 400, body: { 'error-code': 401, 'error-description': 'Invalid originator' } };
    const [message] = body.messages;
    if (message['message-id'].length > 20)
      return { status: 400, body: { error_code: 205, error_description: 'Invalid message-id' } };
    if (!seen.has(message['message-id']))
      self.taken.push({
        to: message.recipient,
        text: message.sms.content.text,
        from: message.sms.originator,
      });
    seen.add(message['message-id']);
    return { status: 200, body: 'Request is received' };
  });
};
