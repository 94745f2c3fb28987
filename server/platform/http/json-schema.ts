import { z } from 'zod';

export type Json = Record<string, unknown>;

/** JSON Schema of what travels: inputs as sent, answers as received. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
  return json;
}
