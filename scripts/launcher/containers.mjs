import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { LauncherProblem } from './output.mjs';

const NO_ENGINE =
  'TEST_SERVICES=containers: no container engine answers at DOCKER_HOST or its usual sockets; start Docker or Podman, ' +
  'or leave TEST_SERVICES out.';

/** Does `npm test` take its services from containers? */
export function wantsContainers() {
  const given = process.env.TEST_SERVICES;
  if (!given) return false;
  if (given === 'containers') return true;
  throw new LauncherProblem(`TEST_SERVICES is "containers" or left out, not "${given}"`);
}

/** The image that docker-compose.yml pins. */
function imageOf(name) {
  const [, image] = new RegExp(`image: (${name}:\\S+)`).exec(
    readFileSync(inRoot('docker-compose.yml'), 'utf8'),
  );
  return image;
}

/**
 * Starts a service in a container with its port on a free one of this machine. The library's own watcher removes the
 * container when this process ends without `stop`.
 * @param {{name: string, image: string, port: number, command: string[], environment?: object, ready: RegExp,
 *   readyLines?: number}} service `ready`: the log line that says it answers, which comes `readyLines` times
 */
async function startContainer({ name, image, port, command, environment = {}, ready, readyLines = 1 }) {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    // Not retried: an engine is started by the person who runs the tests.
    throw new LauncherProblem(NO_ENGINE);
  }
  const container = await new GenericContainer(imageOf(image))
    .withCommand(command)
    .withEnvironment(environment)
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forLogMessage(ready, readyLines))
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(port)}`;
  return { name, address, stop: () => container.stop() };
}

/** PostgreSQL with what `startPostgres` gives; its first start is for the image's own preparations. */
export async function startPostgresContainer({ settings, urlsAt }) {
  const service = await startContainer({
    name: 'postgres',
    image: 'postgres',
    port: 5432,
    command: ['postgres', ...settings],
    environment: {
      POSTGRES_HOST_AUTH_METHOD: 'trust',
      POSTGRES_INITDB_ARGS: '--locale-provider=icu --icu-locale=und --no-sync',
    },
    ready: /database system is ready to accept connections/,
    readyLines: 2,
  });
  return { ...service, ...urlsAt(service.address) };
}

/** Redis with what `startRedis` gives. */
export async function startRedisContainer({ name, options }) {
  const service = await startContainer({
    name,
    image: 'redis',
    port: 6379,
    command: ['redis-server', ...options],
    ready: /Ready to accept connections/,
  });
  return { ...service, url: `redis://${service.address}` };
}
