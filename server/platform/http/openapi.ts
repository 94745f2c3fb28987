import { z } from 'zod';
import { AS_OF_HEADER, REFUSAL_STATUSES, type Contract } from '#shared/api/contract.ts';
import { extractComponents } from './component-schemas.ts';
import { schemaOf, type Json } from './json-schema.ts';
import { refusalCodes } from './refusal-codes.ts';

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

const REFUSED: Record<(typeof REFUSAL_STATUSES)[number], string> = {
  403: 'Not allowed, or sent from a foreign page',
  404: 'No such thing, or not for the caller',
  409: 'Not in this state',
  422: 'Well-formed, but a rule forbids it',
};

/** The refusals of a contract, each status with its codes. */
function codedRefusals(contract: Contract): Record<string, Json> {
  const stated = REFUSAL_STATUSES.flatMap((status) => {
    const codes = refusalCodes(contract, status);
    if (codes.length === 0) return [];
    const code = { type: 'string', enum: codes };
    const named = { type: 'object', properties: { ERROR: { type: 'object', properties: { code } } } };
    const text = `${REFUSED[status]}: ${codes.map((each) => `\`${each}\``).join(', ')}`;
    return [[String(status), answered(text, { allOf: [ERROR, named] })] as const];
  });
  return Object.fromEntries(stated);
}

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

/** Any refusal: what its code says more is in the summary of the call. */
const OTHERWISE = refusal('Refused, or failed: the code says why');

/** The one file of an upload. */
const UPLOADED: Json = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

function requestBodyOf(contract: Contract): Json {
  if (contract.upload)
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: UPLOADED } } } };
  const { body } = contract;
  if (!exists(body)) return {};
  const content = bodyTypes(contract).map((type) => [type, { schema: schemaOf(body, 'input') }]);
  return { requestBody: { required: true, content: Object.fromEntries(content) } };
}

/** Of what a read replica may answer. */
const LAGGING = {
  headers: {
    [AS_OF_HEADER]: {
      description:
        'The instant for which the answer is true, where a read replica gave it. Without the header it is true now. What the same browser has changed a moment ago is in it.',
      schema: { type: 'string', format: 'date-time' },
    },
  },
};

const successOf = (contract: Contract): Json => ({
  ...bodyOfSuccess(contract),
  ...(contract.mayLag ? LAGGING : {}),
});

/** A JSON value, or the bytes of a file. */
function bodyOfSuccess({ answer, file }: Contract): Json {
  if (!file) return answered('Success: the bare JSON value', schemaOf(answer, 'output'));
  const content = file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
  return { description: 'Success: the bytes of the file', content: Object.fromEntries(content) };
}

const bodyTypes = ({ form }: Contract): string[] =>
  form ? ['application/json', 'application/x-www-form-urlencoded'] : ['application/json'];

const ELSEWHERE =
  'This process cannot reach the room, another one may: ask again, a command with the same id. The body has the shape of a success and says what this process knows, which may be old; a command in it is not decided. An Error where a service is away';

function operationOf(contract: Contract): Json {
  const closed = contract.access !== 'public';
  const unsafe = contract.method !== 'get';
  return {
    operationId: contract.name,
    summary: contract.summary,
    description: `${accessText(contract)}${tokenText(contract)} At most ${contract.rateLimit.perMinute} calls a minute.`,
    tags: [contract.tag],
    parameters: [...parametersOf(contract.params, 'path'), ...parametersOf(contract.query, 'query')],
    ...requestBodyOf(contract),
    security: securityOf(contract),
    responses: {
      200: successOf(contract),
      400: refusal('Malformed, or with unknown fields'),
      ...(closed ? { 401: refusal('No session, or it has ended') } : {}),
      ...(exists(contract.params) ? { 404: refusal(REFUSED[404]) } : {}),
      ...(closed || unsafe ? { 403: refusal(REFUSED[403]) } : {}),
      ...codedRefusals(contract),
      429: refusal('Too often; Retry-After says when'),
      ...(contract.elsewhere
        ? { 503: answered(ELSEWHERE, { anyOf: [schemaOf(contract.answer, 'output'), ERROR] }) }
        : {}),
      default: OTHERWISE,
    },
  };
}

/** Schemas of a document that may be named: bodies, answers and their parts. */
function* schemasIn(paths: Record<string, Json>): Generator<[Json, string, string]> {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods) as Json[])) {
    const name = String(operation.operationId);
    const { requestBody, responses } = operation as { requestBody?: Json; responses: Record<string, Json> };
    const contents: [Json | undefined, string][] = [
      [requestBody, `${name}-body`],
      [responses['200'], `${name}-answer`],
      [responses['503'], `${name}-answer`],
    ];
    for (const [part, partName] of contents)
      for (const media of Object.values((part?.content as Record<string, Json> | undefined) ?? {}))
        if (media.schema !== ERROR) yield [media, 'schema', partName];
  }
}

/** OpenAPI 3.1 of the given contracts. @param server public address without a slash at the end */
export function openApiOf(
  contracts: readonly Contract[],
  about: {
    title: string;
    version: string;
    description: string;
    server: string;
    tags: Readonly<Record<string, string>>;
  },
): Json {
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    const path = contract.path.replace(/:([A-Za-z0-9_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [contract.method]: operationOf(contract) };
  }
  const components = extractComponents([...schemasIn(paths)]);
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: about.version,
      description: about.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: about.server }],
    tags: [...new Set(contracts.map((contract) => contract.tag))].sort().map((name) => ({
      name,
      description: about.tags[name] ?? name,
    })),
    paths,
    components: {
      schemas: { Error: ERROR_BODY, ...components },
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
