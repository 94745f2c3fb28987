import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveApiDocs } from '#server/processes/api-docs.ts';
import { PERSON_UPDATE_EVENT } from '#shared/realtime/person-updates.ts';
import { FROM_CLIENTS, FROM_SERVER } from '#shared/realtime/room-protocol.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { startTestApp, type TestApp } from '../fixtures/app.ts';

const load = createRequire(import.meta.url);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp((http) =>
    serveApiDocs(http.plain, [], { version: '1', server: 'https://savdo.example' }),
  );
});
afterAll(() => app.close());

/** The standard's own schema of documents. */
function judge() {
  const schema = load('@asyncapi/specs/schemas/3.0.0-without-$id.json') as object;
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
  formats.default(ajv);
  ajv.addMetaSchema(load('ajv/dist/refs/json-schema-draft-06.json') as object);
  return ajv.compile(schema);
}

describe('the description of the sockets', () => {
  test('is AsyncAPI 3.0 by the schema of that standard, and a damaged one is not', async () => {
    const { body } = await app.call('GET', '/api/asyncapi.json');
    const isValid = judge();
    expect(isValid(body), JSON.stringify(isValid.errors?.slice(0, 3))).toBe(true);
    body.operations['bid-place'].action = 'shout';
    expect(isValid(body)).toBe(false);
  });

  test('has every event of the rooms, once, and an answer for all that clients send', async () => {
    const known = [...Object.keys(FROM_CLIENTS), ...Object.keys(FROM_SERVER)];
    expect(known.toSorted()).toEqual([...Object.values(ROOM_EVENTS), PERSON_UPDATE_EVENT].toSorted());
    const { body } = await app.call('GET', '/api/asyncapi.json');
    expect(body.servers.site).toMatchObject({
      host: 'savdo.example',
      protocol: 'wss',
      pathname: '/socket.io',
    });
    for (const event of Object.keys(FROM_CLIENTS)) {
      const { action, reply } = body.operations[event.replaceAll(':', '-')];
      expect([event, action, reply.messages.length]).toEqual([event, 'receive', 1]);
    }
    const place = body.channels.sockets.messages['bid-place'].payload;
    expect(place.required).toEqual(['lotId', 'bidId', 'amountTiyin']);
  });
});
