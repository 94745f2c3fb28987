import type { z } from 'zod';
import { schemaOf, type Json } from './json-schema.ts';

/** One event of the sockets, as it is described to those who write programs. */
interface DescribedEvent {
  summary: string;
  payload: z.ZodType;
  /** Its acknowledgement. */
  answer?: z.ZodType;
}
type Events = Readonly<Record<string, DescribedEvent>>;

/** Letters, digits, `_` and `-` alone: what names of channels and operations may have. */
const nameOf = (event: string): string => event.replaceAll(':', '-');

const CONNECTING = `Socket.IO 4 (Engine.IO 4) at the path \`/socket.io\`, over WebSockets alone. A program sends its token as
\`Authorization: Bearer …\` with the request that opens the connection; without one it names the platform's address as its \`Origin\`,
and sees what everybody may see. Each event that a
client sends is acknowledged: by the answer described here, or by one with \`ok: false\` and the reason. At most 20 events a second
of one person, 16 KiB each. Amounts are in tiyin, times in ms since 1970. \`/programs/savdo-client.tgz\` is a client of these sockets for
programs in JavaScript and TypeScript, which npm installs from there.`;

/** AsyncAPI 3.0 of what clients send and hear. @param server public address without a slash at the end */
export function asyncApiOf(
  { fromClients, fromServer }: { fromClients: Events; fromServer: Events },
  about: { title: string; version: string; server: string },
): Json {
  const { protocol, host } = new URL(about.server);
  const messages: Json = {};
  const operations: Json = {};
  const message = (name: string, event: string, summary: string, payload: Json): Json => {
    messages[name] = { name: event, title: event, summary, payload };
    return { $ref: `#/channels/sockets/messages/${name}` };
  };
  const add = (event: string, described: DescribedEvent, action: 'receive' | 'send') => {
    const name = nameOf(event);
    const [sent, answered] =
      action === 'receive' ? (['input', 'output'] as const) : (['output', 'input'] as const);
    const { summary, payload, answer } = described;
    operations[name] = {
      action,
      channel: { $ref: '#/channels/sockets' },
      summary,
      messages: [message(name, event, summary, schemaOf(payload, sent))],
      ...(answer
        ? {
            reply: {
              channel: { $ref: '#/channels/sockets' },
              messages: [
                message(`${name}-answer`, event, `Acknowledgement of ${event}`, schemaOf(answer, answered)),
              ],
            },
          }
        : {}),
    };
  };
  for (const [event, described] of Object.entries(fromClients)) add(event, described, 'receive');
  for (const [event, described] of Object.entries(fromServer)) add(event, described, 'send');
  return {
    asyncapi: '3.0.0',
    info: { title: `${about.title}: rooms over sockets`, version: about.version, description: CONNECTING },
    defaultContentType: 'application/json',
    servers: {
      site: {
        host,
        pathname: '/socket.io',
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: { sockets: { address: '/', messages } },
    operations,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token made in the cabinet, under Tokens for programs',
        },
      },
    },
  };
}
