import { z } from 'zod';

export type Json = Record<string, unknown>;

/** JSON Schema of what travels: inputs as sent, answers as received. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override({ jsonSchema }) {
      nameKeysOfRecord(jsonSchema);
      giveTupleItems(jsonSchema);
    },
  }) as Json;
  return json;
}

/** A record whose keys are listed has them as properties: as required names without one, readers do not find them. */
function nameKeysOfRecord(schema: Json): void {
  const { propertyNames, additionalProperties: value, required } = schema;
  if (!Array.isArray(required) || schema.properties !== undefined || typeof value !== 'object') return;
  schema.properties = Object.fromEntries(required.map((key: string) => [key, structuredClone(value)]));
  schema.additionalProperties = false;
  if (propertyNames !== undefined) delete schema.propertyNames;
}

/** A tuple has no more items than it names (`maxItems`); `items: false` beside it is refused by validators of OpenAPI. */
function giveTupleItems(schema: Json): void {
  if (schema.prefixItems !== undefined && schema.items === false) schema.items = {};
}
