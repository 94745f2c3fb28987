import { z } from 'zod';
import type { Contract } from '#shared/api/contract.ts';
import { schemaOf, type Json } from './json-schema.ts';

const ERROR_BODY: Json = {
  type: 'object',
  required: ['ERROR'],
  properties: {
    ERROR: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'Stable id of the reason' },
        message: { type: 'string', description: "Plain text in the caller's language" },
        details: { description: 'Machine-readable particulars' },
        requestId: { type: 'string' },
      },
    },
  },
};

const exists = (schema: z.ZodType | undefined): schema is z.ZodType =>
  schema !== undefined && !(schema instanceof z.ZodNever);

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!exists(schema)) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }));
}

const ERROR: Json = { $ref: '#/components/schemas/Error' };

const answered = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
});

const refusal = (description: string): Json => answered(description, ERROR);

function accessText(contract: Contract): string {
  if (contract.access === 'public') return 'Anyone.';
  if (contract.access === 'signed-in') return 'Anyone signed in.';
  return `Roles: ${contract.access.roles.join(', ')}.`;
}

const tokenText = ({ access, token }: Contract): string => {
  if (access === 'public') return '';
  return token
    ? ` A program needs a token of the scope \`${token}\`.`
    : ' Not open to programs with a token.';
};

function securityOf({ access, token }: Contract): Json[] {
  if (access === 'public') return [];
  return token ? [{ session: [] }, { token: [] }] : [{ session: [] }];
}

const bodyTypes = ({ form }: Contract): string[] =>
  form ? ['application/json', 'application/x-www-form-urlencoded'] : ['application/json'];

const ELSEWHERE =
  'This process cannot reach the room, another one may: ask again, a command with the same id. The body has the shape of a success and says what this process knows, which may be old; a command in it is not decided. An Error where a service is away';

function operationOf(contract: Contract): Json {
  const closed = contract.access !== 'public';
  const unsafe = contract.method !== 'get';
  const success = schemaOf(contract.answer, 'output');
  return {
    operationId: contract.name,
    summary: contract.summary,
    description: `${accessText(contract)}${tokenText(contract)} At most ${contract.rateLimit.perMinute} calls a minute.`,
    tags: [contract.tag],
    parameters: [...parametersOf(contract.params, 'path'), ...parametersOf(contract.query, 'query')],
    ...(exists(contract.body)
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              bodyTypes(contract).map((type) => [
                type,
                { schema: schemaOf(contract.body as z.ZodType, 'input') },
              ]),
            ),
          },
        }
      : {}),
    security: securityOf(contract),
    responses: {
      200: answered('Success: the bare JSON value', success),
      400: refusal('Malformed, or with unknown fields'),
      ...(closed ? { 401: refusal('No session, or it has ended') } : {}),
      ...(closed || unsafe ? { 403: refusal('Not allowed, or sent from a foreign page') } : {}),
      429: refusal('Too often; Retry-After says when'),
      ...(contract.elsewhere ? { 503: answered(ELSEWHERE, { anyOf: [success, ERROR] }) } : {}),
    },
  };
}

/** OpenAPI 3.1 of the given contracts. @param server public address without a slash at the end */
export function openApiOf(
  contracts: readonly Contract[],
  about: { title: string; version: string; server: string },
): Json {
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    const path = contract.path.replace(/:([A-Za-z0-9_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [contract.method]: operationOf(contract) };
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version },
    servers: [{ url: about.server }],
    tags: [...new Set(contracts.map((contract) => contract.tag))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: ERROR_BODY },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'savdo_session' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token made in the cabinet, under Tokens for programs',
        },
      },
    },
  };
}
