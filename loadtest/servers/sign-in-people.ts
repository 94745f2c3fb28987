import { createInterface } from 'node:readline';
import { z } from 'zod';
import { joinPractice } from '#server/demo/index.ts';
import { signInOverHttp } from '#server/identity/index.ts';
import { logIn } from '#shared/api/site/auth.ts';

/**
 * Signs people in on a running platform, for load tools: reads one JSON line of who and where, prints one JSON line with a
 * `Cookie` header for each of them. In practice lots they also take their seats; elsewhere admission is theirs to have.
 */
const orderSchema = z.object({
  publicUrl: z.string(),
  lots: z.array(z.int()),
  people: z.array(z.object({ login: z.string(), password: z.string() })),
});

/** Hashing passwords is the sign-in site's dearest work: few ask at once. */
const AT_ONCE = 2;
const TIMEOUT_MS = 60_000;

/** Where the product sends people to sign in. */
async function identityOf(publicUrl: string): Promise<string> {
  const answer = await fetch(new URL(`${logIn.path}?return=/home`, publicUrl), { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (!location)
    throw new Error(`${publicUrl} does not redirect to a sign-in (it answered ${answer.status})`);
  return new URL(location, publicUrl).origin;
}

async function cookiesOf({ publicUrl, lots, people }: z.output<typeof orderSchema>): Promise<string[]> {
  const identityUrl = await identityOf(publicUrl);
  const cookies: string[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < people.length; at = next++) {
      const person = people[at] as { login: string; password: string };
      const cookie = await signInOverHttp({ publicUrl, identityUrl, ...person, timeoutMs: TIMEOUT_MS });
      for (const lotId of lots) await joinPractice(publicUrl, cookie, lotId);
      cookies[at] = cookie;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return cookies;
}

createInterface({ input: process.stdin }).once('line', (line) => {
  cookiesOf(orderSchema.parse(JSON.parse(line))).then(
    (cookies) => process.stdout.write(`${JSON.stringify({ cookies })}\n`, () => process.exit(0)),
    // Not retried: reported to the tool that asked, which ends with it.
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      process.stdout.write(`${JSON.stringify({ problem: why })}\n`, () => process.exit(1));
    },
  );
});
