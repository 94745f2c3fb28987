/** As much of the load generator as is used here: the package comes without types. */
declare module 'autocannon' {
  interface Request {
    path?: string;
    method?: string;
    headers?: Record<string, string>;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests a second: each connection asks for its share of a second as fast as it is answered, then waits for the next. */
    overallRate?: number;
    requests: { setupRequest(request: Request): Request }[];
  }
  interface Result {
    requests: { average: number };
    throughput: { average: number };
    latency: { p50: number; p99: number; max: number };
    non2xx: number;
    errors: number;
    timeouts: number;
  }
  export default function autocannon(options: Options): Promise<Result> & { stop(): void };
}
