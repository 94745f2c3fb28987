import { parseDocument } from 'yaml';
import { z } from 'zod';

const name = z.string().regex(/^[a-z][a-z0-9-]*$/);
const duration = z.string().regex(/^(\d+(h|m|s|ms))+$/);
const size = z.string().regex(/^\d+[kmg]b?$/);

const healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: z.tuple([z.literal('CMD')], z.string()),
    interval: duration,
    timeout: duration,
    retries: z.int().min(1),
    start_period: duration.optional(),
  }),
]);

/** What our services use of the Compose Specification; a key that it does not have, or a value of another kind, is refused. */
const service = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  user: z.string().optional(),
  init: z.boolean().optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  read_only: z.boolean(),
  security_opt: z.array(z.string()),
  cap_drop: z.array(z.string()),
  tmpfs: z.array(z.string().regex(/^\/[^:]+(:.+)?$/)).optional(),
  mem_limit: size.optional(),
  stop_grace_period: duration.optional(),
  env_file: z.array(z.string()).optional(),
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string()).optional(),
  command: z.array(z.string()).optional(),
  profiles: z.array(name).optional(),
  secrets: z.array(name).optional(),
  volumes: z.array(z.string().regex(/^[^:]+:\/[^:]+(:ro)?$/)).optional(),
  ports: z.array(z.string().regex(/^(\$\{[A-Z_]+:-[^}]+\}|[\d.]+):\d+:\d+$/)).optional(),
  depends_on: z
    .record(
      name,
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .optional(),
  healthcheck,
});

const file = z.strictObject({
  services: z.record(name, service),
  secrets: z.record(name, z.strictObject({ file: z.string() })),
  volumes: z.record(name, z.null()),
});

export type ComposeFile = z.infer<typeof file>;

/** Reads a compose file as Docker does: merged keys resolved, `x-…` left out, nothing written twice. Throws on what is not one. */
export function parseCompose(source: string): ComposeFile {
  const document = parseDocument(source, { merge: true, uniqueKeys: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw problem;
  const all = Object.entries(document.toJS() as Record<string, unknown>);
  const found = file.parse(Object.fromEntries(all.filter(([key]) => !key.startsWith('x-'))));
  const known = { secrets: found.secrets, depends_on: found.services };
  for (const [at, { secrets = [], depends_on = {} }] of Object.entries(found.services)) {
    for (const secret of secrets)
      if (!(secret in known.secrets)) throw new Error(`${at}: no secret ${secret}`);
    for (const other of Object.keys(depends_on))
      if (!(other in known.depends_on)) throw new Error(`${at}: no service ${other}`);
  }
  return found;
}
