import { pino, type DestinationStream, type Logger } from 'pino';
import { maskPersonal } from './mask.ts';

export type { Logger } from 'pino';
export { FailureLog, type Failure } from './failure-log.ts';
export { maskPersonal } from './mask.ts';

/** Fields that are never written, at up to three levels of nesting. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'code',
  'token',
  'secret',
  'pinfl',
  'stir',
  'passport',
  'phone',
  'email',
  'card',
  'salt',
  'maximumTiyin',
];

const paths = SECRET_FIELDS.flatMap((field) => {
  const step = field.includes('-') ? `["${field}"]` : `.${field}`;
  const first = field.includes('-') ? `["${field}"]` : field;
  return [first, `*${step}`, `*.*${step}`];
});

/**
 * JSON lines with masked secrets. Long digit groups (personal ids, phones, cards) are masked inside messages too.
 * @param options.level pino's level name; @param options.process shown as `process` in each line
 */
export function createLogger(
  options: { level?: string; process?: string } = {},
  destination?: DestinationStream,
): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: { process: options.process ?? 'savdo', pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    // `code` of an error is its class, not a secret: those two shapes keep it.
    redact: { paths: paths.filter((path) => path !== 'code' && path !== '*.code'), censor: '[masked]' },
    serializers: {
      err: (error: unknown) => {
        const plain = pino.stdSerializers.err(error as Error);
        if (typeof plain !== 'object' || plain === null) return plain;
        return {
          ...plain,
          message: maskPersonal(String(plain.message)),
          stack: maskPersonal(String(plain.stack)),
        };
      },
    },
    hooks: {
      logMethod(this: Logger, args: unknown[], method: (...given: unknown[]) => void) {
        method.apply(
          this,
          args.map((arg) => (typeof arg === 'string' ? maskPersonal(arg) : arg)),
        );
      },
    },
  };
  return destination ? pino(settings as never, destination) : pino(settings as never);
}
