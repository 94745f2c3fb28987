import { createHash } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type IdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { FailureLog, type Logger } from '../logging/index.ts';
import type { Traces } from './spans.ts';

/** Spans leave together, ms. */
const SEND_EVERY_MS = 2_000;
/** A collector that does not answer within this is away, ms. */
const ANSWERS_WITHIN_MS = 2_000;
const KINDS = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL } as const;

interface Ids {
  traceId: string;
  spanId: string;
}

/** Of the root span of the trace that a key names: the same in every process. */
function idsOf(key: string): Ids {
  const hash = createHash('sha256').update(key).digest('hex');
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) };
}

/** Random ids, but for a span that is begun with given ones. */
class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #given: Ids | null = null;

  during<Result>(given: Ids, work: () => Result): Result {
    this.#given = given;
    try {
      return work();
    } finally {
      this.#given = null;
    }
  }

  generateTraceId = (): string => this.#given?.traceId ?? this.#random.generateTraceId();
  generateSpanId = (): string => this.#given?.spanId ?? this.#random.generateSpanId();
}

/** Says in the log when the collector is away, and when it is back. */
function exporterOf({ endpoint, logger }: { endpoint: string; logger: Logger }): SpanExporter {
  const failures = new FailureLog(logger, { message: 'spans reach the collector again' });
  const otlp = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: ANSWERS_WITHIN_MS });
  return {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        // Not retried: the next spans are sent all the same.
        if (result.code !== 0)
          failures.failed({ error: result.error, message: 'spans do not reach the collector' });
        else failures.succeeded();
        done(result);
      }),
    forceFlush: () => otlp.forceFlush(),
    shutdown: () => otlp.shutdown(),
  };
}

/** Loaded only where a collector is named, see `openTraces`. */
export function createTraces(o: {
  endpoint: string;
  share: number;
  service: string;
  version: string;
  logger: Logger;
}): Traces {
  const ids = new GivenIds();
  const exporter = exporterOf(o);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': o.service, 'service.version': o.version }),
    // By the trace's id alone, so that all processes choose the same ones.
    sampler: new TraceIdRatioBasedSampler(o.share),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: ANSWERS_WITHIN_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('savdo');
  return {
    begin(name, { kind, trace: of, startMs, facts = {} }) {
      const options = {
        kind: KINDS[kind],
        attributes: facts,
        ...(startMs !== undefined && { startTime: startMs }),
      };
      const given = of && idsOf(of.key);
      const span =
        given === undefined
          ? tracer.startSpan(name, { ...options, root: true })
          : of?.first
            ? ids.during(given, () => tracer.startSpan(name, { ...options, root: true }))
            : tracer.startSpan(
                name,
                options,
                trace.setSpanContext(ROOT_CONTEXT, {
                  ...given,
                  traceFlags: TraceFlags.SAMPLED,
                  isRemote: true,
                }),
              );
      return (known = {}, { failed = false, atMs, name: betterName } = {}) => {
        span.setAttributes(known);
        if (betterName !== undefined) span.updateName(betterName);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end(atMs);
      };
    },
    close: () => provider.shutdown(),
  };
}
